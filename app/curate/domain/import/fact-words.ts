import { JERSEY_WORDS } from "../../../shared/domain/import/words.ts";
import type { Pattern } from "../../../shared/domain/shirt/types.ts";

const PATTERN_WORDS: Record<Pattern, string> = {
  plain: "plain uni unie lisa liso",
  stripes: "stripes striped stripe rayures raye rayee rayas listras listrada rayures-verticales",
  pinstripes: "pinstripes pinstripe rayures-fines rayas-finas listras-finas",
  hoops: "hoops hooped cerceaux rayures-horizontales franjas-horizontales listras-horizontais",
  band: "band central-band bande-centrale bande-verticale franja-central faixa-central",
  chest_band: "chest-band bande-sur-la-poitrine bande-poitrine franja-en-el-pecho faixa-no-peito",
  sash: "sash bande-diagonale echarpe banda-diagonal banda-cruzada faixa-diagonal",
  halves: "halves half-and-half mi-parti deux-moities moities mitades metades",
  diagonal: "diagonal-halves diagonal coupe-en-diagonale mitades-en-diagonal metades-em-diagonal",
  quarters: "quarters quartered quartiers cuartos quartos",
  chevron: "chevron chevrons en-v em-v galon",
  cross: "cross croix cruz",
  checks: "checks checked checkered chequered damier carreaux cuadros ajedrezado xadrez",
  gradient: "gradient fade degrade degradado",
  graphic: "graphic motif-graphique graphique grafico estampado estampa",
};

/** How lists call the values of a choice, by the fact: our own names and four languages, folded. */
export const FACT_WORDS = { kit_type: JERSEY_WORDS.kit_type, pattern: PATTERN_WORDS };
