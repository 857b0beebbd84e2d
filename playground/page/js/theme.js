// Dark unless the person wants light; remembered by the browser.

const KEY = "theme";

/** Whether the light theme is on. */
export function isLight() {
  return localStorage.getItem(KEY) === "light";
}

/** Show the theme that was chosen, here and in the other panes and tabs. */
export function applyTheme() {
  document.documentElement.dataset.theme = isLight() ? "light" : "dark";
}

/** Change between dark and light. */
export function toggleTheme() {
  localStorage.setItem(KEY, isLight() ? "dark" : "light");
  applyTheme();
}

window.addEventListener("storage", ({ key }) => key === KEY && applyTheme());
