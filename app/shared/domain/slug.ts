// The database computes the same in private.fold(), private.slug() and private.team_slug()
// (supabase/schemas/shared/text.sql) for stored columns. A rules test compares both.

/** Letters without a Unicode decomposition, and their Latin spelling. */
const LATIN: Record<string, string> = {
  // Latin
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ŋ: "n", ŧ: "t", ı: "i" },
  ...{ æ: "ae", œ: "oe", ß: "ss", þ: "th", "’": "'", ʼ: "'" },
  // Cyrillic
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "zh", з: "z", и: "i", к: "k", л: "l" },
  ...{ м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "kh" },
  ...{ ц: "ts", ч: "ch", ш: "sh", щ: "shch", ъ: "", ы: "y", ь: "", э: "e", ю: "yu", я: "ya" },
  ...{ є: "ye", і: "i", ґ: "g", ђ: "dj", ј: "j", љ: "lj", њ: "nj", ћ: "c", џ: "dz", ѕ: "dz" },
  // Greek
  ...{ α: "a", β: "v", γ: "g", δ: "d", ε: "e", ζ: "z", η: "i", θ: "th", ι: "i", κ: "k", λ: "l" },
  ...{ μ: "m", ν: "n", ξ: "x", ο: "o", π: "p", ρ: "r", σ: "s", ς: "s", τ: "t", υ: "y", φ: "f" },
  ...{ χ: "ch", ψ: "ps", ω: "o" },
};

const ASCII_CAPITAL_OR_OTHER = /[A-Z]|\P{ASCII}/gu;

/**
 * Lower case, without accents, Cyrillic and Greek in Latin letters: the form that search compares.
 * Other scripts stay unchanged.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(ASCII_CAPITAL_OR_OTHER, (letter) => {
      const small = letter.toLowerCase();
      return letter < "\u0080" ? small : (LATIN[small] ?? letter);
    });
}

/** A name as an address segment; empty if no letter has a Latin form. */
export function slug(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** A team's slug, never empty: otherwise its jerseys' addresses would lose a segment. */
export function teamSlug(team: string): string {
  return slug(team) || "equipe";
}
