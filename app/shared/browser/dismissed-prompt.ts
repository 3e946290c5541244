type Prompt = "names" | "clubs";

const key = (prompt: Prompt, userId: string) => `maillotheque.${prompt}-later.${userId}`;

/** True if the member has dismissed an invitation for good in this browser. */
export function isPromptDismissed(prompt: Prompt, userId: string): boolean {
  try {
    return localStorage.getItem(key(prompt, userId)) !== null;
  } catch {
    return false;
  }
}

export function dismissPrompt(prompt: Prompt, userId: string): void {
  try {
    localStorage.setItem(key(prompt, userId), "");
  } catch {
    // Without storage it is shown again.
  }
}
