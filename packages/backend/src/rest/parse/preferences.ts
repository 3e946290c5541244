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
 * Reads `Prefer`. As on a hosted project `tx=rollback` is understood and ignored, so that a
 * client that asks to keep nothing is not told that nothing was kept.
 * @throws {ApiError} PGRST122 for what is not understood, if `handling=strict`
 */
export function parsePreferences(header: string | null): Preferences {
  const preferences: Record<string, string> = {};
  const unknown: string[] = [];
  for (const item of (header ?? "").split(",")) {
    const preference = item.trim();
    const [key = "", value = ""] = preference.split("=", 2);
    if (preference === "" || /^tx=(commit|rollback)$/.test(preference)) continue;
    if (!understood(key, value)) unknown.push(preference);
    // The first mention counts.
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

/** What `Preference-Applied` says, in PostgREST's order. */
export function appliedPreferences(applied: Preferences): string | undefined {
  const said = [
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
  return said.length > 0 ? said.join(", ") : undefined;
}
