import { invalidPreferences } from "../errors.ts";

/** The `Prefer` header. */
export interface Preferences {
  resolution?: "merge-duplicates" | "ignore-duplicates";
  return?: "representation" | "minimal" | "headers-only";
  count?: "exact" | "planned" | "estimated";
  missing?: "default" | "null";
  handling?: "strict" | "lenient";
  timezone?: string;
  maxAffected?: number;
}

const KNOWN = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
} as const;

/**
 * Parses `Prefer`. As on a hosted project `tx=rollback` is accepted and ignored, so a client that
 * requests a rollback gets no confirmation of it.
 * @throws {ApiError} PGRST122 for unknown preferences, if `handling=strict`
 */
export function parsePreferences(header: string | null): Preferences {
  const preferences: Record<string, string> = {};
  const unknown: string[] = [];
  for (const item of (header ?? "").split(",")) {
    const preference = item.trim();
    const [key = "", value = ""] = preference.split("=", 2);
    if (preference === "" || /^tx=(commit|rollback)$/.test(preference)) continue;
    if (!understood(key, value)) unknown.push(preference);
    // The first value of a preference counts.
    else preferences[key] ??= value;
  }
  if (preferences.handling === "strict" && unknown.length > 0) throw invalidPreferences(unknown);
  const { "max-affected": maxAffected, ...rest } = preferences;
  return { ...rest, ...(maxAffected !== undefined && { maxAffected: Number(maxAffected) }) };
}

function understood(key: string, value: string): boolean {
  if (key === "timezone") return isTimezone(value);
  if (key === "max-affected") return /^\d{1,15}$/.test(value);
  const values: readonly string[] = Object.hasOwn(KNOWN, key)
    ? KNOWN[key as keyof typeof KNOWN]
    : [];
  return values.includes(value);
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns the value of `Preference-Applied`, in PostgREST's order. */
export function appliedPreferences(applied: Preferences): string | undefined {
  const appliedValues = [
    applied.resolution && `resolution=${applied.resolution}`,
    applied.missing && `missing=${applied.missing}`,
    applied.return && `return=${applied.return}`,
    applied.count && `count=${applied.count}`,
    applied.handling && `handling=${applied.handling}`,
    applied.timezone && `timezone=${applied.timezone}`,
    applied.handling === "strict" &&
      applied.maxAffected !== undefined &&
      `max-affected=${applied.maxAffected}`,
  ].filter((each) => typeof each === "string");
  return appliedValues.length > 0 ? appliedValues.join(", ") : undefined;
}
