"""The page on its own, with a bot that has one panel."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from tests.playground.browser.page import PHONE, Person, open_as, open_split
from tests.playground.browser.showcase import PICTURE_SIZE, PICTURE_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

IN_TEXT, ON_BUTTON, ALONE = 22, 20, 48
"""How many pixels high an emoji is drawn."""

_numbers = count(1)


@pytest.fixture(scope="module")
def ana(browser: Browser, address: str) -> Iterator[Person]:
    person = open_as(browser, address, "ana")
    yield person
    person.page.context.close()


@pytest.fixture(scope="module")
def bruno(browser: Browser, address: str) -> Iterator[Person]:
    person = open_as(browser, address, "bruno")
    yield person
    person.page.context.close()


@pytest.fixture
def panel(ana: Person) -> str:
    """Let Ana show a panel; give its title, which no other panel has."""
    title = f"Panel {next(_numbers):02}"
    ana.type_command(f"/panel card:{title}")
    ana.message(title).get_by_text("none · 4").wait_for()
    return title


def test_a_visitor_chooses_who_to_be(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    page.get_by_role("link", name="Carla player").click()
    page.get_by_role("button", name="You are Carla. Switch person").wait_for()
    page.get_by_text("New here? Type /canasta below to open a table.").wait_for()
    page.close()


def test_words_are_shown_literally_and_marked(ana: Person, bruno: Person) -> None:
    ana.say(
        "<img src=x onerror=alert(1)> **bold** `<b>` ||secret|| [link](javascript:alert(1)) snake_case_word"
    )
    message = bruno.message("<img src=x onerror=alert(1)>")
    message.wait_for()
    assert message.locator("img").count() == 0
    assert message.locator("strong").inner_text() == "bold"
    assert message.locator("code").inner_text() == "<b>"
    assert message.get_by_role("link").count() == 0
    assert message.locator("em").count() == 0
    message.get_by_role("button", name="Spoiler").press("Enter")
    assert message.get_by_text("secret").evaluate("node => getComputedStyle(node).opacity") == "1"


def test_a_command_is_typed_with_the_keyboard_alone(ana: Person) -> None:
    keyboard = ana.page.keyboard
    keyboard.type("/pa")
    ana.page.get_by_role("option", name="/panel").wait_for()
    keyboard.press("Tab")
    ana.page.get_by_role("option", name="K♧").wait_for()
    keyboard.type("8")
    ana.page.get_by_text("Loading options…").wait_for(state="hidden")
    keyboard.press("Enter")
    keyboard.type("rules:")
    keyboard.type("tran")
    keyboard.press("Enter")
    keyboard.type("players:")
    keyboard.type("9")
    keyboard.press("Enter")
    ana.page.get_by_text("players: Enter a number of at most 4.").wait_for()
    keyboard.press("Backspace")
    keyboard.type("3")
    keyboard.press("Enter")
    ana.message("card 2").get_by_text("tranca · 3").wait_for()


def test_commands_have_names_in_the_language_of_who_types(browser: Browser, address: str) -> None:
    carla = open_as(browser, address, "carla")
    carla.speak("italiano")
    carla.page.keyboard.type("/pan")
    carla.page.get_by_role("option", name="/pannello Mostra il pannello").wait_for()
    carla.box.fill("")
    carla.type_command("/pannello carta:Tre regole:Canasta italiana")
    carla.message("Tre").get_by_text("italian · 4").wait_for()
    carla.type_command("/panel carta:Quattro players:2")
    carla.message("Quattro").get_by_text("none · 2").wait_for()
    carla.speak("American English")
    carla.page.keyboard.type("/pan")
    carla.page.get_by_role("option", name="/panel Show the panel").wait_for()
    carla.page.context.close()


def test_a_missing_option_is_named(ana: Person) -> None:
    ana.type_command("/panel")
    ana.page.get_by_text("card: This option is required. Specify a value.").wait_for()
    ana.page.keyboard.press("Escape")  # the suggestions
    ana.page.keyboard.press("Escape")  # the command
    assert ana.box.input_value() == ""


def test_a_press_changes_the_message_for_everyone_and_keeps_the_focus(
    ana: Person, bruno: Person, panel: str
) -> None:
    ana.press("Count", ana.message(panel))
    bruno.message(panel).get_by_text("Pressed").wait_for()
    assert ana.button("Count").evaluate("button => button === document.activeElement")


def test_a_press_without_an_answer_says_so(ana: Person, panel: str) -> None:
    message = ana.message(panel)
    ana.button("<b>Silent</b>", message).click()
    message.locator("[aria-busy=true]").wait_for()
    message.get_by_text("This interaction failed").wait_for()
    assert ana.button("Off", message).is_disabled()


def test_what_is_private_is_seen_by_one_person_and_can_be_dismissed(
    ana: Person, bruno: Person, panel: str
) -> None:
    ana.press("For me")
    secret = ana.message("Only Ana knows")
    secret.get_by_text("Only you can see this").wait_for()
    bruno.message(panel).wait_for()
    assert bruno.page.get_by_text("Only Ana knows").count() == 0
    ana.dismiss(secret)


def test_several_choices_are_sent_when_the_menu_closes(ana: Person, bruno: Person, panel: str) -> None:
    ana.choose("Choose cards", ["7♡", "7♡", "K♧"])
    ana.message(panel).get_by_text("Chosen: 7♡, 7♡, K♧").wait_for()
    ana.choose("Choose cards", ["7♡", "2♢"])
    bruno.message(panel).get_by_text("Chosen: 7♡, 2♢").wait_for()
    assert ana.select("Choose cards").inner_text().split() == ["7♡", "2♢"]


def test_an_open_menu_outlasts_an_edit_of_its_message(ana: Person, bruno: Person, panel: str) -> None:
    ana.select("Choose cards").click()
    ana.page.get_by_role("option", name="8♤").click()
    bruno.press("Count", bruno.message(panel))
    ana.message(panel).get_by_text("Pressed").wait_for()
    assert ana.page.get_by_role("option", name="8♤").get_attribute("aria-selected") == "true"
    ana.page.get_by_role("button", name="Done").click()
    ana.message(panel).get_by_text("Chosen: 8♤").wait_for()


@pytest.mark.usefixtures("panel")
def test_a_choice_stays_visible_until_the_menu_comes_anew(ana: Person) -> None:
    ana.choose("Color", ["green"])
    assert ana.select("Color").inner_text() == "green"
    ana.press("Count")
    assert ana.select("Color").inner_text() == "green"


@pytest.mark.usefixtures("panel")
def test_a_form_takes_every_kind_of_field(ana: Person) -> None:
    ana.button("Ask").click()
    form = ana.form("House rules")
    form.get_by_role("button", name="Submit").click()
    form.get_by_text("This field is required.").first.wait_for()
    ana.fill_in(
        "House rules",
        {
            "Target": "3000",
            "Going out": "Any",
            "Pile": "Meld",
            "Extras": ["Feet", "Threes"],
            "Ranked": True,
        },
    )
    ana.message("Filled in: 3000 / Any / Meld / Feet+Threes / True").wait_for()


def test_the_bot_is_killed_and_comes_back(ana: Person, panel: str) -> None:
    ana.page.get_by_role("button", name="Kill and restart the bot").click()
    ana.bot_is("starting").wait_for()
    ana.bot_is("online").wait_for()
    ana.press("Count")
    ana.message(panel).get_by_text("Pressed 1").wait_for()


def test_a_command_to_a_bot_that_is_off_gets_a_private_notice(ana: Person) -> None:
    ana.page.get_by_role("button", name="More about the bot").click()
    ana.page.get_by_role("menuitem", name="Kill").click()
    ana.bot_is("offline").wait_for()
    ana.type_command("/panel card:nobody")
    notice = ana.message("The application did not respond")
    notice.get_by_text("Only you can see this").wait_for()
    ana.dismiss(notice)
    ana.page.get_by_role("button", name="More about the bot").click()
    ana.page.get_by_role("menuitem", name="Start").click()
    ana.bot_is("online").wait_for()


def test_channels_tell_what_is_unread(ana: Person, bruno: Person) -> None:
    bruno.go_to("tranca")
    ana.say("Anyone for a match?")
    unread = bruno.channels.get_by_role("link", name="canasta unread")
    unread.wait_for()
    bruno.go_to("canasta")
    bruno.message("Anyone for a match?").wait_for()
    unread.wait_for(state="detached")


def test_a_phone_shows_it_all_without_scrolling_sideways(browser: Browser, address: str, panel: str) -> None:
    elena = open_as(browser, address, "elena", size=PHONE)
    elena.message(panel).wait_for()
    widest = (
        "Math.max(...[...document.querySelectorAll('article *')].map(n => n.getBoundingClientRect().right))"
    )
    assert elena.page.evaluate(widest) <= PHONE[0]
    assert elena.page.evaluate("document.scrollingElement.scrollWidth") <= PHONE[0]
    elena.go_to("lounge")
    assert "channel=" in elena.page.url
    elena.page.context.close()


def test_pictures_and_emojis_are_drawn_as_large_as_discord_draws_them(ana: Person) -> None:
    ana.type_command("/showcase")
    kings = ana.page.get_by_role("img", name=":king_clubs:")
    ana.page.locator(".jumbo").get_by_role("img", name=":king_clubs:").wait_for()
    assert kings.evaluate_all("all => all.map(each => each.height)") == [IN_TEXT, ON_BUTTON, ALONE]
    ana.select("Choose faces").click()
    option = ana.page.get_by_role("option", name="ten spades")
    assert option.locator("img").evaluate("image => image.naturalWidth") == 128
    ana.page.keyboard.press("Escape")


def test_a_picture_is_enlarged_with_its_words(ana: Person) -> None:
    ana.button(f"Picture: {PICTURE_WORDS}").click()
    picture = ana.page.get_by_role("dialog", name="Picture")
    picture.get_by_text(PICTURE_WORDS).wait_for()
    size = picture.get_by_role("img").evaluate("image => [image.naturalWidth, image.naturalHeight]")
    assert tuple(size) == PICTURE_SIZE
    ana.page.keyboard.press("Escape")
    picture.wait_for(state="hidden")


def test_several_people_play_in_one_window(browser: Browser, address: str) -> None:
    carla, dario = open_split(browser, address, ["carla", "dario"])
    carla.go_to("lounge")
    dario.wait_to_be_in("lounge")
    carla.type_command("/panel card:split")
    dario.message("split").get_by_text("none · 4").wait_for()
    dario.press("For me")
    dario.message("Only Dario knows").wait_for()
    carla.page.context.close()
