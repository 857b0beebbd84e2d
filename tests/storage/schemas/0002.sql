BEGIN TRANSACTION;
CREATE TABLE guild_settings (
    guild_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "guild_settings" VALUES(7,'locale','"it"');
CREATE TABLE "log" (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    action_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('deal', 'seal', 'cut', 'action', 'undo')),
    seat INTEGER CHECK (seat IS NOT NULL OR kind IN ('deal', 'seal', 'cut')),
    payload TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, match_id, version),
    UNIQUE (guild_id, match_id, action_id),
    FOREIGN KEY (guild_id, match_id) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO "log" VALUES(7,'running',1,'request 0','deal',NULL,'{"deck":["6S","4S","3C","JK","3D","9H","4H","KD","2H","6H","6C","KC","6S","8D","AD","TS","KH","TC","JC","4C","3S","QS","JK","TD","5C","4S","4C","JD","2H","JH","AH","QS","JK","5S","QC","5C","7D","5S","JS","8D","4D","KS","7D","KD","QH","AS","7H","8H","4H","7S","2S","4D","7S","QD","3D","2S","7C","6D","TC","8H","KS","KC","9D","6H","9D","TS","TH","7H","QH","AH","9C","5H","TD","JS","8S","5D","AC","2C","TH","QC","2D","KH","7C","3H","JD","5H","6D","AD","2C","JH","8S","8C","2D","9S","3H","5D","8C","QD","9H","9C","JK","9S","3S","6C","3C","AC","AS","JC"],"dealer":1}',1709208000);
INSERT INTO "log" VALUES(7,'running',2,'request 1','action',2,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',3,'request 2','action',2,'{"type":"discard","card":"4D"}',1709208000);
INSERT INTO "log" VALUES(7,'running',4,'request 3','action',3,'{"type":"take_pile","melds":[{"cards":["4D","4S","4S"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',5,'request 4','action',3,'{"type":"discard","card":"JH"}',1709208000);
INSERT INTO "log" VALUES(7,'running',6,'request 5','action',0,'{"type":"take_pile","melds":[{"cards":["JH","JC","JS"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',7,'request 6','action',0,'{"type":"discard","card":"AH"}',1709208000);
INSERT INTO "log" VALUES(7,'running',8,'request 7','action',1,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',9,'request 8','action',1,'{"type":"discard","card":"TD"}',1709208000);
INSERT INTO "log" VALUES(7,'running',10,'request 9','action',2,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',11,'request 10','action',2,'{"type":"discard","card":"3S"}',1709208000);
INSERT INTO "log" VALUES(7,'running',12,'request 11','action',3,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',13,'request 12','action',3,'{"type":"discard","card":"QH"}',1709208000);
INSERT INTO "log" VALUES(7,'running',14,'request 13','action',0,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',15,'request 14','action',0,'{"type":"discard","card":"3C"}',1709208000);
INSERT INTO "log" VALUES(7,'running',16,'request 15','action',1,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',17,'request 16','action',1,'{"type":"discard","card":"KD"}',1709208000);
INSERT INTO "log" VALUES(7,'running',18,'request 17','action',2,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',19,'request 18','action',2,'{"type":"discard","card":"JK"}',1709208000);
INSERT INTO "log" VALUES(7,'running',20,'request 19','action',3,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',21,'request 20','action',3,'{"type":"discard","card":"QS"}',1709208000);
INSERT INTO "log" VALUES(7,'running',22,'request 21','action',0,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',23,'request 22','action',0,'{"type":"discard","card":"6C"}',1709208000);
INSERT INTO "log" VALUES(7,'running',24,'request 23','action',1,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',25,'request 24','action',1,'{"type":"meld","melds":[{"meld":0,"cards":["JK"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',26,'request 25','action',1,'{"type":"discard","card":"JD"}',1709208000);
INSERT INTO "log" VALUES(7,'running',27,'request 26','action',2,'{"type":"take_pile","melds":[{"meld":0,"cards":["JD"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',28,'request 27','action',2,'{"type":"meld","melds":[{"cards":["QH","QS","2H","2H"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',29,'request 28','action',2,'{"type":"meld","melds":[{"cards":["7D","7H","7S","JK"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',30,'request 29','action',2,'{"type":"discard","card":"KD"}',1709208000);
INSERT INTO "log" VALUES(7,'running',31,'request 30','action',3,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',32,'request 31','action',3,'{"type":"discard","card":"6D"}',1709208000);
INSERT INTO "log" VALUES(7,'running',33,'request 32','action',0,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',34,'request 33','action',0,'{"type":"meld","melds":[{"meld":0,"cards":["2S","2S"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',35,'request 34','action',0,'{"type":"discard","card":"7D"}',1709208000);
INSERT INTO "log" VALUES(7,'running',36,'request 35','action',1,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',37,'request 36','action',1,'{"type":"meld","melds":[{"meld":0,"cards":["4C","4D"]}]}',1709208000);
INSERT INTO "log" VALUES(7,'running',38,'request 37','action',1,'{"type":"discard","card":"KC"}',1709208000);
INSERT INTO "log" VALUES(7,'running',39,'request 38','action',2,'{"type":"draw"}',1709208000);
INSERT INTO "log" VALUES(7,'running',40,'request 39','action',2,'{"type":"discard","card":"5C"}',1709208000);
CREATE TABLE marks (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('ready', 'vote', 'former')),
    user_id INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (guild_id, match_id, kind, user_id),
    FOREIGN KEY (guild_id, match_id) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO "marks" VALUES(7,'running','vote',101,0);
CREATE TABLE matches (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'ended')),
    rules_name TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    rule_values TEXT NOT NULL CHECK (json_valid(rule_values)),
    players INTEGER NOT NULL CHECK (players > 0),
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    snapshot TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL, pace TEXT NOT NULL DEFAULT 'none'
    CHECK (pace IN ('none', 'live', 'relaxed', 'correspondence')), deadline INTEGER, ranked INTEGER NOT NULL DEFAULT 0 CHECK (ranked IN (0, 1)), starters TEXT CHECK (starters IS NULL OR json_valid(starters)), log_dropped_at INTEGER,
    PRIMARY KEY (guild_id, match_id)
) STRICT;
INSERT INTO "matches" VALUES(7,'running',1,11,100,'playing','italian',1,'{}','{"match.target": 5000, "deal.players": [4], "deal.hand_size": 11, "deal.lead": "random", "deal.upcard": "one", "deck.packs": 2, "deck.jokers": 4, "meld.min_size": 3, "meld.max_set": 0, "meld.one_per_rank": true, "meld.sequences": false, "wild.min_naturals": 2, "wild.max_per_meld": 3, "black_three.meld": "closing", "black_three.wilds": true, "red_three.value": 100, "red_three.all_four": 800, "red_three.favor": "always", "red_three.last_card": "ends_deal", "pile.frozen_by": ["wild", "red_three", "black_three"], "pile.blocked_by": [], "pile.frozen_before_opening": false, "pile.frozen_take": "pair_or_own_meld", "pile.wild_top": "never", "pile.max_wilds": 3, "pile.single_for_single": true, "pile.must_take": "never", "canasta.min_size": 7, "canasta.min_naturals": 4, "canasta.clean": 500, "canasta.dirty": 300, "going_out.canasta": "any", "going_out.canastas": 1, "going_out.bonus": 0, "going_out.concealed": "nothing_laid_before", "going_out.concealed_bonus": 100, "going_out.ask": false, "foot.size": 0, "foot.penalty": 0, "opening.minimum": "none", "opening.scores": [0, 1500, 3000], "opening.minimums": [15, 50, 90, 120], "points.joker": 50, "points.two": 20, "points.ace": 20, "points.eight_to_king": 10, "points.four_to_seven": 5, "points.black_three": 5}',4,40,'{"match":{"format":"canasta-match/1","rules":{"name":"italian","version":1,"options":{},"values":{"match.target":5000,"deal.players":[4],"deal.hand_size":11,"deal.lead":"random","deal.upcard":"one","deck.packs":2,"deck.jokers":4,"meld.min_size":3,"meld.max_set":0,"meld.one_per_rank":true,"meld.sequences":false,"wild.min_naturals":2,"wild.max_per_meld":3,"black_three.meld":"closing","black_three.wilds":true,"red_three.value":100,"red_three.all_four":800,"red_three.favor":"always","red_three.last_card":"ends_deal","pile.frozen_by":["wild","red_three","black_three"],"pile.blocked_by":[],"pile.frozen_before_opening":false,"pile.frozen_take":"pair_or_own_meld","pile.wild_top":"never","pile.max_wilds":3,"pile.single_for_single":true,"pile.must_take":"never","canasta.min_size":7,"canasta.min_naturals":4,"canasta.clean":500,"canasta.dirty":300,"going_out.canasta":"any","going_out.canastas":1,"going_out.bonus":0,"going_out.concealed":"nothing_laid_before","going_out.concealed_bonus":100,"going_out.ask":false,"foot.size":0,"foot.penalty":0,"opening.minimum":"none","opening.scores":[0,1500,3000],"opening.minimums":[15,50,90,120],"points.joker":50,"points.two":20,"points.ace":20,"points.eight_to_king":10,"points.four_to_seven":5,"points.black_three":5}},"players":4,"deals":[],"position":{"format":"canasta-position/1","rules":{"name":"italian","version":1,"options":{}},"dealer":1,"seat":3,"phase":"draw","hands":[["4C","4H","TC","QC","AD","JK"],["5C","7C","8D","8H","8H","TS","QS","KD"],["3C","3S","4H","6C","6S","6S","TD","KH","KS","AH","AS"],["5S","5S","6H","7S","8D","9H","TC","QD","KS"]],"sides":[{"melds":[["JC","JD","JH","JS","2S","2S"],["QH","QS","2H","2H"],["7D","7H","7S","JK"]],"red_threes":["3D","3D"],"foot":null,"foot_taken":false,"score":0},{"melds":[["4C","4D","4D","4S","4S","JK"]],"red_threes":[],"foot":null,"foot_taken":false,"score":0}],"stock":["KC","9D","6H","9D","TS","TH","7H","QH","AH","9C","5H","TD","JS","8S","5D","AC","2C","TH","QC","2D","KH","7C","3H","JD","5H","6D","AD","2C","JH","8S","8C","2D","9S","3H","5D","8C","QD","9H","9C","JK","9S","3S","6C","3C","AC","AS","JC"],"pile":["KD","6D","7D","KC","5C"],"pile_state":"open","laid_before":[true,true,true,true],"turn":{"laid":false,"melds_before":1,"on_earlier":false,"took_pile":false,"asked":null}}},"undo":null,"sealed":null,"fair":null}',1709208000,1709208000,'live',1709208000,0,'[100,null,null,101]',NULL);
INSERT INTO "matches" VALUES(7,'waiting',1,NULL,100,'lobby','italian',1,'{"match.target": 2000}','{"match.target": 2000, "deal.players": [4], "deal.hand_size": 11, "deal.lead": "random", "deal.upcard": "one", "deck.packs": 2, "deck.jokers": 4, "meld.min_size": 3, "meld.max_set": 0, "meld.one_per_rank": true, "meld.sequences": false, "wild.min_naturals": 2, "wild.max_per_meld": 3, "black_three.meld": "closing", "black_three.wilds": true, "red_three.value": 100, "red_three.all_four": 800, "red_three.favor": "always", "red_three.last_card": "ends_deal", "pile.frozen_by": ["wild", "red_three", "black_three"], "pile.blocked_by": [], "pile.frozen_before_opening": false, "pile.frozen_take": "pair_or_own_meld", "pile.wild_top": "never", "pile.max_wilds": 3, "pile.single_for_single": true, "pile.must_take": "never", "canasta.min_size": 7, "canasta.min_naturals": 4, "canasta.clean": 500, "canasta.dirty": 300, "going_out.canasta": "any", "going_out.canastas": 1, "going_out.bonus": 0, "going_out.concealed": "nothing_laid_before", "going_out.concealed_bonus": 100, "going_out.ask": false, "foot.size": 0, "foot.penalty": 0, "opening.minimum": "none", "opening.scores": [0, 1500, 3000], "opening.minimums": [15, 50, 90, 120], "points.joker": 50, "points.two": 20, "points.ace": 20, "points.eight_to_king": 10, "points.four_to_seven": 5, "points.black_three": 5}',4,0,'{"match":{"format":"canasta-match/1","rules":{"name":"italian","version":1,"options":{"match.target":2000},"values":{"match.target":2000,"deal.players":[4],"deal.hand_size":11,"deal.lead":"random","deal.upcard":"one","deck.packs":2,"deck.jokers":4,"meld.min_size":3,"meld.max_set":0,"meld.one_per_rank":true,"meld.sequences":false,"wild.min_naturals":2,"wild.max_per_meld":3,"black_three.meld":"closing","black_three.wilds":true,"red_three.value":100,"red_three.all_four":800,"red_three.favor":"always","red_three.last_card":"ends_deal","pile.frozen_by":["wild","red_three","black_three"],"pile.blocked_by":[],"pile.frozen_before_opening":false,"pile.frozen_take":"pair_or_own_meld","pile.wild_top":"never","pile.max_wilds":3,"pile.single_for_single":true,"pile.must_take":"never","canasta.min_size":7,"canasta.min_naturals":4,"canasta.clean":500,"canasta.dirty":300,"going_out.canasta":"any","going_out.canastas":1,"going_out.bonus":0,"going_out.concealed":"nothing_laid_before","going_out.concealed_bonus":100,"going_out.ask":false,"foot.size":0,"foot.penalty":0,"opening.minimum":"none","opening.scores":[0,1500,3000],"opening.minimums":[15,50,90,120],"points.joker":50,"points.two":20,"points.ace":20,"points.eight_to_king":10,"points.four_to_seven":5,"points.black_three":5}},"players":4,"deals":[],"position":null},"undo":null,"sealed":null,"fair":null}',1709208000,1709208000,'none',NULL,0,NULL,NULL);
INSERT INTO "matches" VALUES(8,'over1234',1,12,100,'ended','italian',1,'{}','{"match.target": 5000, "deal.players": [4], "deal.hand_size": 11, "deal.lead": "random", "deal.upcard": "one", "deck.packs": 2, "deck.jokers": 4, "meld.min_size": 3, "meld.max_set": 0, "meld.one_per_rank": true, "meld.sequences": false, "wild.min_naturals": 2, "wild.max_per_meld": 3, "black_three.meld": "closing", "black_three.wilds": true, "red_three.value": 100, "red_three.all_four": 800, "red_three.favor": "always", "red_three.last_card": "ends_deal", "pile.frozen_by": ["wild", "red_three", "black_three"], "pile.blocked_by": [], "pile.frozen_before_opening": false, "pile.frozen_take": "pair_or_own_meld", "pile.wild_top": "never", "pile.max_wilds": 3, "pile.single_for_single": true, "pile.must_take": "never", "canasta.min_size": 7, "canasta.min_naturals": 4, "canasta.clean": 500, "canasta.dirty": 300, "going_out.canasta": "any", "going_out.canastas": 1, "going_out.bonus": 0, "going_out.concealed": "nothing_laid_before", "going_out.concealed_bonus": 100, "going_out.ask": false, "foot.size": 0, "foot.penalty": 0, "opening.minimum": "none", "opening.scores": [0, 1500, 3000], "opening.minimums": [15, 50, 90, 120], "points.joker": 50, "points.two": 20, "points.ace": 20, "points.eight_to_king": 10, "points.four_to_seven": 5, "points.black_three": 5}',4,0,'{"match":{"format":"canasta-match/1","rules":{"name":"italian","version":1,"options":{},"values":{"match.target":5000,"deal.players":[4],"deal.hand_size":11,"deal.lead":"random","deal.upcard":"one","deck.packs":2,"deck.jokers":4,"meld.min_size":3,"meld.max_set":0,"meld.one_per_rank":true,"meld.sequences":false,"wild.min_naturals":2,"wild.max_per_meld":3,"black_three.meld":"closing","black_three.wilds":true,"red_three.value":100,"red_three.all_four":800,"red_three.favor":"always","red_three.last_card":"ends_deal","pile.frozen_by":["wild","red_three","black_three"],"pile.blocked_by":[],"pile.frozen_before_opening":false,"pile.frozen_take":"pair_or_own_meld","pile.wild_top":"never","pile.max_wilds":3,"pile.single_for_single":true,"pile.must_take":"never","canasta.min_size":7,"canasta.min_naturals":4,"canasta.clean":500,"canasta.dirty":300,"going_out.canasta":"any","going_out.canastas":1,"going_out.bonus":0,"going_out.concealed":"nothing_laid_before","going_out.concealed_bonus":100,"going_out.ask":false,"foot.size":0,"foot.penalty":0,"opening.minimum":"none","opening.scores":[0,1500,3000],"opening.minimums":[15,50,90,120],"points.joker":50,"points.two":20,"points.ace":20,"points.eight_to_king":10,"points.four_to_seven":5,"points.black_three":5}},"players":4,"deals":[],"position":null},"undo":null,"sealed":null,"fair":null}',1709208000,1709208000,'none',NULL,0,NULL,NULL);
CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('commands','hash');
CREATE TABLE person_settings (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "person_settings" VALUES(100,'sort','"suit"');
CREATE TABLE result_seats (
    number INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER,
    finisher_id INTEGER,
    name TEXT NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    points INTEGER NOT NULL,
    best_deal INTEGER NOT NULL,
    clean INTEGER NOT NULL,
    dirty INTEGER NOT NULL,
    mu REAL,
    sigma REAL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE results (
    number INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    rules_name TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    players INTEGER NOT NULL,
    winner INTEGER NOT NULL CHECK (winner IN (0, 1)),
    margin INTEGER NOT NULL,
    deals TEXT NOT NULL CHECK (json_valid(deals)),
    sides TEXT,
    weight REAL NOT NULL DEFAULT 0,
    UNIQUE (guild_id, match_id)
) STRICT;
CREATE TABLE seats (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('empty', 'human', 'computer')),
    user_id INTEGER CHECK (kind <> 'human' OR user_id IS NOT NULL),
    name TEXT NOT NULL, missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0),
    PRIMARY KEY (guild_id, match_id, seat),
    UNIQUE (guild_id, match_id, user_id),
    FOREIGN KEY (guild_id, match_id) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(7,'running',0,'human',100,'Ada',0);
INSERT INTO "seats" VALUES(7,'running',1,'computer',NULL,'Greedy',0);
INSERT INTO "seats" VALUES(7,'running',2,'computer',NULL,'Random',0);
INSERT INTO "seats" VALUES(7,'running',3,'human',101,'Ben *the* <@1>',1);
INSERT INTO "seats" VALUES(7,'waiting',0,'human',100,'Ada',0);
INSERT INTO "seats" VALUES(7,'waiting',1,'computer',NULL,'Greedy',0);
INSERT INTO "seats" VALUES(7,'waiting',2,'empty',NULL,'',0);
INSERT INTO "seats" VALUES(7,'waiting',3,'human',101,'Ben *the* <@1>',0);
INSERT INTO "seats" VALUES(8,'over1234',0,'human',100,'Ada',0);
INSERT INTO "seats" VALUES(8,'over1234',1,'computer',NULL,'Greedy',0);
INSERT INTO "seats" VALUES(8,'over1234',2,'empty',NULL,'',0);
INSERT INTO "seats" VALUES(8,'over1234',3,'human',101,'Ben *the* <@1>',0);
CREATE TABLE standings (
    guild_id INTEGER NOT NULL,
    rules_name TEXT NOT NULL,
    players INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    points INTEGER NOT NULL,
    margin INTEGER NOT NULL,
    PRIMARY KEY (guild_id, rules_name, players, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX matches_by_channel ON matches (guild_id, channel_id);
CREATE INDEX seats_by_person ON seats (guild_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX marks_by_person ON marks (user_id);
CREATE INDEX results_by_time ON results (guild_id, rules_name, players, ended_at);
CREATE INDEX results_by_sides ON results (guild_id, sides, ended_at) WHERE sides IS NOT NULL;
CREATE INDEX result_seats_by_person ON result_seats (user_id, number) WHERE user_id IS NOT NULL;
CREATE INDEX open_matches
    ON matches (created_at, guild_id, match_id, channel_id, message_id, status, deadline)
    WHERE status IN ('lobby', 'playing');
COMMIT;
PRAGMA user_version = 2;
