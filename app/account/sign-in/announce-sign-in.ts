import { toast } from "../../shared/components/toast.ts";
import { lacksSecondFactor, storedSession } from "../../shared/session/stored-session.ts";

/** Says that a member is signed in, unless their second factor is still missing: its form says so afterwards. */
export function announceSignIn(message: string): void {
  const session = storedSession();
  if (session && !lacksSecondFactor(session)) toast.success(message);
}
