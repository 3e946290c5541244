/**
 * The claims of a verified access token, in the shape of the hosted service's `request.jwt.claims`.
 */
export interface Claims {
  role: string;
  /** The member's id; absent for the anonymous key and the service key. */
  sub?: string;
  session_id?: string;
  aal?: "aal1" | "aal2";
  amr?: { method: string; timestamp: number }[];
  email?: string;
  phone?: string;
  is_anonymous?: boolean;
  app_metadata?: Record<string, unknown>;
  user_metadata?: Record<string, unknown>;
  iss?: string;
  aud?: string | string[];
  iat?: number;
  exp?: number;
}
