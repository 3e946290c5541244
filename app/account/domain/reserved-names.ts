import { fold } from "../../shared/domain/slug.ts";

// Twin of `private.is_reserved` in the database; tests/rules/account/reserved-names.test.ts compares both.

const PARTS =
  /^admin|admins?$|^moderat(eur|ric|or|ion)|moderat(eur|rice|or|ion)e?s?$|^moderad|moderador[ae]?s?$|maiotheque/;

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

/** Letters of other scripts, small capitals and signs, and the Latin letters that they look like. */
const LOOKS =
  "рсухѕјһԁԛԝӏвнРСУХЅЈҺԀԚԜӀВНρνυχγηωΒΗΡΥΧɑɡɩɪʟɴʀʏʙʜɢᴀᴄᴅᴇᴊᴋᴍᴏᴘꜱᴛᴜᴠᴡᴢᎪᎠᎬᎻᎥᏞᎷᏢᏚᎢꓮꓓꓟꓲꓠꓢꓳꓔꓡꓣꓐꓑꓴꓰꓚꓖꓗ@$!|";
const LATIN =
  "pcyxsjhdqwlbhPCYXSJHDQWIBHpvuxynwBHPYXagiilnrybhgacdejkmopstuvwzADEHiLMPSTADMINSOTLRBPUECGKasil";

/** A name in Latin letters by their look: `р` is `p`. `fold()` goes by the sound, where it is `r`. */
function asItLooks(name: string): string {
  return name.normalize("NFKD").replace(/[^a-z0-9]/g, (letter) => {
    const place = LOOKS.indexOf(letter);
    return LATIN[place] ?? letter;
  });
}

/** A name without accents, case, separators and doubled letters, with one letter for lookalikes. */
function skeleton(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]/g, "")
    .replace(/[0134578l]/g, (letter) => ALIKE[letter] ?? letter)
    .replaceAll("rn", "m")
    .replace(/(.)\1+/g, "$1");
}

/**
 * True if a name sounds or looks like an administrator, a moderator, the support or the site
 * itself.
 */
export function isReserved(name: string): boolean {
  return [name, asItLooks(name)].some((form) => {
    const shown = skeleton(form);
    return (
      PARTS.test(shown) || WORDS.has(shown) || WORDS.has(skeleton(form.replace(/[0-9_.\s-]+$/, "")))
    );
  });
}
