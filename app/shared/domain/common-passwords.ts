/**
 * Passwords that attackers try first, in several languages. Each has at least six characters,
 * because shorter ones are refused anyway. Lower case, without the digits and signs that people
 * add.
 */
const WORDS = `
abcdef abcdefg abcdefgh abcabc access admin administrator administrateur administrador aaaaaa
amor amorzinho angel arsenal asdfgh asdfghjkl azerty azertyuiop azertyu azeaze bailey barcelona
baseball basketball batman benfica bienvenue bonjour brasil bvbbvb camille caroline celtic
changeme charlie chelsea chocolat chocolate computer contrasena contraseña corinthians daniel
default doudou dragon estrella flamengo flower football footballclub france freedom futbol futebol
gabriel gremio guest hello hockey hunter iloveyou internet jennifer jetaime jordan juventus
killer lakers letmein liverpool login loulou loveme madrid manchester manutd marine marseille martin master matrix michael michelle mickey
monkey motdepasse motdepass mustang mypassword nicolas ninja olympique palmeiras pass passe passer
passw0rd password passwort portugal princesa princess princesse psgpsg qazwsx qwerty qwertyuiop
qwertz realmadrid ronaldo santos saopaulo secret secreto segredo senha senhas shadow soccer soleil
sporting starwars summer sunshine superman tequiero teamo tigger toulouse trustno user vacances
welcome whatever zidane zaqwsx zxcvbn zxcvbnm
`
  .trim()
  .split(/\s+/);

const COMMON = new Set(WORDS);

/** Words of this site, in lower case. */
const OF_SITE = new Set(["jerseys", "maillot", "maillots", "maillotheque", "maillothèque"]);

/** Why a password is common: a word of this site, another word, a repetition or a sequence. */
export type CommonKind = "site" | "word" | "run";

/**
 * What makes a password one that an attacker would try early; undefined if nothing does. Digits and signs around a word
 * change nothing: attackers add years and "123" to each word first (docs/product/account.md 14.2).
 */
export function commonKind(password: string): CommonKind | undefined {
  const text = password.toLowerCase();
  const bare = text.replaceAll(/^[\d\W_]+|[\d\W_]+$/gu, "");
  if (isRepeated(text) || isSequence(text)) return "run";
  if (OF_SITE.has(text) || OF_SITE.has(bare)) return "site";
  return COMMON.has(text) || COMMON.has(bare) ? "word" : undefined;
}

/** `aaaaaaa`, `121212`, `abcabc`. */
function isRepeated(text: string): boolean {
  return /^(.{1,3})\1+$/su.test(text);
}

const RUNS = ["01234567890123456789", "abcdefghijklmnopqrstuvwxyz"];

/** `123456`, `9876543`, `abcdefgh`. */
function isSequence(text: string): boolean {
  const backwards = [...text].reverse().join("");
  return RUNS.some((run) => run.includes(text) || run.includes(backwards));
}
