const key = (userId: string) => `maillotheque.names-later.${userId}`;

export function isNamesPromptDismissed(userId: string): boolean {
  try {
    return localStorage.getItem(key(userId)) !== null;
  } catch {
    return false;
  }
}

export function dismissNamesPrompt(userId: string): void {
  try {
    localStorage.setItem(key(userId), "");
  } catch {
    // Without storage it is shown again.
  }
}
