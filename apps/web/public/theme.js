// The remembered theme, before the first paint; absent means: as the system wishes.
try {
  const theme = localStorage.getItem('gcscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused; the system's wish then counts.
}
// A part of the program that does not come, before anything of it can say so. No more is heard once it draws.
addEventListener(
  'error',
  ({ target }) => {
    const line = document.querySelector('#root > .message');
    if (line && target instanceof HTMLScriptElement) {
      line.textContent = 'gcscope could not be loaded. Reload the page once its server answers.';
      line.setAttribute('role', 'alert');
    }
  },
  true,
);
