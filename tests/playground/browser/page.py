"""One person at the playground's page, driven as by a person: by roles, names and keys, not by ids or styles.

A `Person` is one browser tab. It finds a message by words in it, a button by its label, a select menu by its
placeholder, an option by its label, a form by its title and a field by its label.
"""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from playwright.sync_api import Browser, FrameLocator, Locator, Page, Playwright

FieldValue: TypeAlias = "str | bool | Sequence[str]"

WIDE = (1280, 800)
PHONE = (390, 844)
_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",  # Chromium as root, as in a container, has no sandbox to offer
)
_PATIENCE_MS = 20_000
_COMMAND = re.compile(r"/([\w-]+(?: [\w-]+)*?)((?: [\w-]+:.*)?)$")
_OPTION = re.compile(r" ([\w-]+):(.*?)(?= [\w-]+:|$)")


class Person:
    """One person's page, in a tab of its own or in a pane of the split view."""

    def __init__(self, page: Page, view: Page | FrameLocator) -> None:
        self.page = page
        self._view = view

    # --- what is there ---

    @property
    def box(self) -> Locator:
        """The message box while no command is being filled in."""
        return self._view.get_by_role("textbox", name=re.compile("^Message "))

    @property
    def channels(self) -> Locator:
        """The list of channels and threads."""
        return self._view.get_by_role("navigation", name="Channels")

    def message(self, words: str = "") -> Locator:
        """The newest message of the open channel, or the newest with certain words in it."""
        return self._view.get_by_role("article").filter(has_text=words).last

    def button(self, label: str, within: Locator | None = None) -> Locator:
        """The lowest button with this label, in the channel or in one message; a card may stand before it."""
        place = within or self._view.get_by_role("list", name="Messages")
        words = r"\s+".join(map(re.escape, label.split())).replace("/", r"\/")
        return place.get_by_role("button", name=re.compile(rf"(^|\s){words}$")).last

    def select(self, placeholder: str, within: Locator | None = None) -> Locator:
        """The lowest select menu with this placeholder, in the channel or in one message."""
        place = within or self._view.get_by_role("list", name="Messages")
        return place.get_by_role("combobox", name=placeholder, exact=True).last

    def form(self, title: str) -> Locator:
        """The open form with this title."""
        return self._view.get_by_role("dialog", name=title, exact=True)

    def bot_is(self, state: str) -> Locator:
        """The bot's switches while it is in this state: online, starting… or offline."""
        return self._view.get_by_role("group", name=re.compile(f" is {state}"))

    def buttons(self, within: Locator) -> list[str]:
        """The labels of a message's own buttons that can be pressed, from top to bottom."""
        return within.locator("button[data-do=press]:enabled").all_inner_texts()

    def selects(self, within: Locator) -> list[str]:
        """The placeholders of a message's select menus, from top to bottom."""
        menus = within.get_by_role("combobox").all()
        return [str(menu.get_attribute("aria-label")) for menu in menus]

    def options(self, placeholder: str, within: Locator) -> list[str]:
        """The labels that a select menu offers. It is opened, and closed again."""
        self.select(placeholder, within).click()
        listbox = self._view.get_by_role("listbox", name=placeholder, exact=True)
        first_words = "options => options.map(option => option.querySelector('bdi').textContent)"
        labels: list[str] = listbox.get_by_role("option").evaluate_all(first_words)
        listbox.press("Escape")
        return labels

    # --- what a person does ---

    def speak(self, language: str) -> None:
        """Have one's Discord in another language, by what that calls itself."""
        self._view.get_by_role("button", name="Switch person").click()
        self._view.get_by_role("menuitem", name="Language").click()
        self._view.get_by_role("menuitemradio", name=language).click()

    def go_to(self, channel: str) -> None:
        """Open a channel or thread by a part of its name."""
        drawer = self._view.get_by_role("button", name="Channels", exact=True)
        if drawer.is_visible():
            drawer.click()
        self.channels.get_by_role("link").filter(has_text=channel).click()
        self.wait_to_be_in(channel)

    def open_thread(self, message: Locator) -> None:
        """Go to the thread that was opened at a message."""
        message.get_by_role("button", name="See thread").click()

    def wait_to_be_in(self, channel: str) -> None:
        """Wait until a channel or thread is open whose name holds this."""
        self._view.get_by_role("heading", level=1).filter(has_text=channel).wait_for()

    def say(self, words: str) -> None:
        """Write an ordinary message."""
        self.box.fill(words)
        self.box.press("Enter")

    def type_command(self, line: str) -> None:
        """Use a slash command, e.g. ``/canasta rules:Italian Canasta players:2``.

        A value is the label of a choice or a suggestion where there is one, else it is sent as typed.
        """
        match = _COMMAND.match(line)
        assert match, f"not a command: {line}"
        self.box.press_sequentially(f"/{match[1]} ")
        for name, value in _OPTION.findall(match[2]):
            self._fill_option(name, value)
        self._view.get_by_role("button", name="Send", exact=True).click()

    def press(self, label: str, within: Locator | None = None) -> None:
        """Press a button, and wait until the bot has answered."""
        self.button(label, within).click()
        self._settle()

    def choose(self, placeholder: str, labels: Iterable[str], within: Locator | None = None) -> None:
        """Choose exactly these options of a select menu, and wait until the bot has answered.

        Where options have the same label, as twin cards do, a label given twice means both.
        """
        self.select(placeholder, within).click()
        listbox = self._view.get_by_role("listbox", name=placeholder, exact=True)
        is_multi = listbox.get_attribute("aria-multiselectable") == "true"
        wanted = list(labels)
        for option in listbox.get_by_role("option").all():
            label = option.locator("bdi").first.inner_text()
            is_wanted = label in wanted
            if is_wanted:
                wanted.remove(label)
            is_chosen = is_multi and option.get_attribute("aria-selected") == "true"
            if is_chosen != is_wanted:
                option.click()
            if is_wanted and not is_multi:
                break
        assert not wanted, f"{placeholder}: not offered: {wanted}"
        if is_multi:
            listbox.press("Escape")
        self._settle()

    def fill_in(self, title: str, values: Mapping[str, FieldValue]) -> None:
        """Fill in the fields of a form by their labels, send it in, and wait until the bot has answered.

        A text goes into a text box, or is the label of a choice or option; true or false is for a check box;
        a list is for several check boxes.
        """
        form = self.form(title)
        for label, value in values.items():
            _fill_field(form, label, value)
        form.get_by_role("button", name="Submit", exact=True).click()
        form.wait_for(state="hidden")

    def dismiss(self, message: Locator) -> None:
        """Put away a message that only this person sees."""
        message.get_by_role("button", name="Dismiss message").click()
        message.wait_for(state="hidden")

    # --- steps of these ---

    def _fill_option(self, name: str, value: str) -> None:
        box = self._view.get_by_role("combobox", name=name, exact=True)
        if not box.is_visible():
            self._view.get_by_role("combobox", name="Further options").press_sequentially(f"{name}:")
        box.fill(value)
        self._view.get_by_text("Loading options…").wait_for(state="hidden")
        suggestions = self._view.get_by_role("listbox", name="Suggestions")
        fitting = suggestions.get_by_role("option").filter(has=self.page.get_by_text(value, exact=True))
        if fitting.count():
            fitting.first.click()

    def _settle(self) -> None:
        """Wait until no press waits for its answer."""
        waiting = self._view.get_by_role("list", name="Messages").locator("[aria-busy=true]")
        waiting.first.wait_for(state="detached")


def _fill_field(form: Locator, label: str, value: FieldValue) -> None:
    """Fill in one field. Its kind follows from what bears the label."""
    if isinstance(value, bool):
        form.get_by_role("checkbox", name=label).set_checked(value)
    elif not isinstance(value, str):
        group = form.get_by_role("group", name=label)
        for box in group.get_by_role("checkbox").all():
            box.set_checked(
                box.evaluate("box => box.closest('label').querySelector('bdi').textContent") in value
            )
    elif form.get_by_role("radiogroup", name=label).count():
        form.get_by_role("radiogroup", name=label).get_by_role("radio", name=value).check()
    elif form.get_by_role("combobox", name=label).count():
        form.get_by_role("combobox", name=label).click()
        form.get_by_role("option", name=value).click()
    else:
        form.get_by_role("textbox", name=label).fill(value)


def find_chromium() -> str | None:
    """Return where the system has a Chromium, if it has one."""
    return next(filter(None, map(shutil.which, _CHROMIUMS)), None)


def launch(driver: Playwright) -> Browser:
    """Start the system's Chromium, without a window."""
    return driver.chromium.launch(executable_path=find_chromium(), args=list(_ARGUMENTS))


def open_as(
    browser: Browser,
    address: str,
    user: str,
    channel: str = "canasta",
    *,
    size: tuple[int, int] = WIDE,
    scale: float = 1.0,
) -> Person:
    """Open a tab as one of the people, in a channel; ``scale`` is how many dots a pixel has each way."""
    page = _new_page(browser, size, scale)
    page.goto(f"{address}/?user={user}&channel={channel}")
    person = Person(page, page)
    person.box.wait_for()
    return person


def open_split(
    browser: Browser, address: str, users: Sequence[str], size: tuple[int, int] = WIDE
) -> list[Person]:
    """Open the split view of several people in one tab; returns them in the given order."""
    page = _new_page(browser, size)
    page.goto(f"{address}/?split={','.join(users)}")
    panes = [page.frame_locator(f"iframe[title^='{user.capitalize()}']") for user in users]
    people = [Person(page, pane) for pane in panes]
    for person in people:
        person.box.wait_for()
    return people


def _new_page(browser: Browser, size: tuple[int, int], scale: float = 1.0) -> Page:
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, reduced_motion="reduce"
    )
    context.set_default_timeout(_PATIENCE_MS)
    return context.new_page()
