/** The message of a write in a session without its second factor (`private.require_factor`). */
export const FACTOR_NEEDED = "second_factor_needed";
