// Runs before the first paint, so that nothing flashes. A file of its own rather than inline: the
// content security policy allows no inline script without a hash.
try {
  const { dataset } = document.documentElement;
  const theme = localStorage.getItem("maillotheque.theme");
  if (theme === "light" || theme === "dark") dataset.theme = theme;
  // Says which of `.if-member` and `.if-visitor` shows until the session has been read.
  if (localStorage.getItem("maillotheque.session")) dataset.session = "";
} catch {}
