// The remembered theme, before the first paint; absent means: as the system wishes.
try {
  const theme = localStorage.getItem('gcscope.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused; the system's wish then counts.
}
