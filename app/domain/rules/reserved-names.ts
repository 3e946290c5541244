import { fold } from "../slug.ts";

// Twin of `private.is_reserved` in the database; tests/rules/reserved-names.test.ts compares both.

const PARTS =
  /^admin|admin$|^moderat(eur|ric|or|ion)|moderat(eur|rice|or|ion)$|^moderad|moderadora?$|maiotheque/;

/** Letters for the digits that look like them, and one for `i` and `l`. */
const ALIKE: Record<string, string> = {
  ...{ 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t", 8: "b" },
  l: "i",
};

const WORDS = new Set(
  `moderacion moderacao modo support soporte suporte assistance asistencia assistencia aide help
  helpdesk ayuda ajuda contact contacto contato official officiel oficial staff team equipe equipo
  root system systeme sistema security securite seguridad seguranca webmaster postmaster hostmaster
  abuse noreply info service servicio servico null undefined`
    .split(/\s+/)
    .map(skeleton),
);

/** A name without accents, case, separators and doubled letters, with one letter for lookalikes. */
function skeleton(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]/g, "")
    .replace(/[0134578l]/g, (letter) => ALIKE[letter] ?? letter)
    .replaceAll("rn", "m")
    .replace(/(.)\1+/g, "$1");
}

/** True if a name looks like an administrator, a moderator, the support or the site itself. */
export function isReserved(name: string): boolean {
  const shown = skeleton(name);
  return (
    PARTS.test(shown) || WORDS.has(shown) || WORDS.has(skeleton(name.replace(/[0-9_.\s-]+$/, "")))
  );
}
