"""The statements about matches, seats and logs."""

from __future__ import annotations

INSERT_MATCH = """
    INSERT INTO matches (
        guild_id, match_id, channel_id, message_id, host_id, status,
        pace, ranked, rules_name, rules_version, options, rule_values, players, snapshot,
        created_at, updated_at
    ) VALUES (
        :guild_id, :match_id, :channel_id, :message_id, :host_id, :status,
        :pace, :ranked, :rules_name, :rules_version, :options, :rule_values, :players, :snapshot, :now, :now
    ) ON CONFLICT DO NOTHING
"""
UPDATE_MATCH = """
    UPDATE matches SET channel_id = :channel_id, message_id = :message_id, host_id = :host_id,
        status = :status, undrawn = :over, updated_at = iif(message_id IS :message_id, :now, updated_at)
    WHERE guild_id = :guild_id AND match_id = :match_id
"""
"""Another message is not news of a match: every start of the bot posts those of all tables anew."""
UPDATE_DRAWN = "UPDATE matches SET undrawn = 0 WHERE guild_id = ? AND match_id = ?"
UPDATE_RULES = """
    UPDATE matches SET rules_name = :rules_name, rules_version = :rules_version, options = :options,
        rule_values = :rule_values, snapshot = :snapshot, updated_at = :now
    WHERE guild_id = :guild_id AND match_id = :match_id AND version = 0 AND status = 'lobby'
"""
UPDATE_DEADLINE = "UPDATE matches SET deadline = ? WHERE guild_id = ? AND match_id = ?"
SELECT_MATCH = """
    SELECT channel_id, message_id, host_id, status, pace, ranked, deadline,
        rules_name, rules_version, options, rule_values, players, version, snapshot, log_dropped_at
    FROM matches WHERE guild_id = ? AND match_id = ?
"""
COUNT_OTHERS = """
    SELECT coalesce(sum(host_id = ?), 0), count(*) FROM matches
    WHERE guild_id = ? AND match_id <> ? AND status IN ('lobby', 'playing')
"""
SELECT_IDS = "SELECT guild_id, match_id FROM matches ORDER BY created_at, rowid"

SELECT_PENDING = """
    SELECT guild_id, match_id, channel_id, message_id, deadline FROM matches
    WHERE status IN ('lobby', 'playing') OR undrawn ORDER BY created_at
"""
SELECT_OPEN_OF_PERSON = """
    SELECT guild_id, match_id, channel_id, message_id, deadline
    FROM seats JOIN matches USING (guild_id, match_id)
    WHERE guild_id = ? AND user_id = ? AND status IN ('lobby', 'playing') ORDER BY created_at, matches.rowid
"""
SELECT_OPEN_IN_CHANNEL = """
    SELECT guild_id, match_id, channel_id, message_id, deadline FROM matches
    WHERE guild_id = ? AND channel_id = ? AND status IN ('lobby', 'playing') ORDER BY created_at, rowid
"""
SELECT_OPEN_IN_GUILD = """
    SELECT guild_id, match_id, channel_id, message_id, deadline FROM matches
    WHERE guild_id = ? AND status IN ('lobby', 'playing') ORDER BY updated_at, rowid LIMIT ?
"""
SELECT_UNTOUCHED = """
    SELECT guild_id, match_id, channel_id, message_id, deadline FROM matches
    WHERE status = 'playing' AND updated_at < ? ORDER BY updated_at, rowid
"""

INSERT_SEAT = """
    INSERT INTO seats (guild_id, match_id, seat, kind, user_id, name, missed) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
SELECT_SEATS = """
    SELECT kind, user_id, name, missed FROM seats WHERE guild_id = ? AND match_id = ? ORDER BY seat
"""
DELETE_SEATS = "DELETE FROM seats WHERE guild_id = ? AND match_id = ?"

INSERT_MARK = "INSERT INTO marks (guild_id, match_id, kind, user_id, value) VALUES (?, ?, ?, ?, ?)"
SELECT_MARKS = "SELECT kind, user_id, value FROM marks WHERE guild_id = ? AND match_id = ?"
DELETE_MARKS = "DELETE FROM marks WHERE guild_id = ? AND match_id = ?"

SELECT_SNAPSHOT = "SELECT version, snapshot FROM matches WHERE guild_id = ? AND match_id = ?"
UPDATE_SNAPSHOT = """
    UPDATE matches SET version = ?, snapshot = ?, updated_at = ?
    WHERE guild_id = ? AND match_id = ? AND version = ?
"""
INSERT_ENTRY = """
    INSERT INTO log (guild_id, match_id, version, action_id, kind, seat, payload, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
SELECT_ENTRY = """
    SELECT version, action_id, kind, seat, payload FROM log
    WHERE guild_id = ? AND match_id = ? AND action_id = ?
"""
SELECT_LOG = """
    SELECT version, action_id, kind, seat, payload FROM log
    WHERE guild_id = ? AND match_id = ? ORDER BY version
"""
SELECT_LOG_OF_DEAL = """
    SELECT version, action_id, kind, seat, payload FROM log
    WHERE guild_id = ?1 AND match_id = ?2 AND version >= (
        SELECT max(version) FROM log WHERE guild_id = ?1 AND match_id = ?2 AND (kind = 'deal' OR (
            kind = 'seal' AND version < (SELECT version FROM matches WHERE guild_id = ?1 AND match_id = ?2)
        ))
    ) ORDER BY version
"""
DROP_LOGS = """
    DELETE FROM log WHERE (guild_id, match_id) IN (
        SELECT guild_id, match_id FROM matches
        WHERE status IN ('finished', 'ended') AND log_dropped_at IS NULL AND updated_at < ?
    )
"""
MARK_LOGS_DROPPED = """
    UPDATE matches SET log_dropped_at = ?
    WHERE status IN ('finished', 'ended') AND log_dropped_at IS NULL AND updated_at < ?
"""
