import type { Copy } from "./copy.ts";

// Without zod: what shows a shelf button needs it.

export const SIZE_SCALES = ["adult", "women", "youth"] as const;

export const VERSIONS = ["replica", "player_issue", "match_worn", "other"] as const;
export type Version = (typeof VERSIONS)[number];

/** The best first. */
export const CONDITIONS = ["new_with_tags", "new", "very_good", "good", "worn", "damaged"] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Characters, of a copy's notes and of the note of a wish. */
export const LONGEST_NOTES = 2000;
export const LONGEST_NOTE = 500;

/** Headings that can mean no number of a line. */
export const BACK_NUMBER =
  "printed-number shirt-number back-number squad-number player-number dorsal numero-floque numero-estampado numero-flocage flocage-numero n-floque n-dos no-dos num-dos n-de-dos numero-dos numero-de-dos numero-au-dos n-au-dos numero-maillot n-maillot numero-de-camiseta numero-da-camisa";

/** The parts of the form: what collectors enter first, then the folded ones (texts `editor.*`). */
export const GROUPS = ["first", "version", "place", "notesGroup"] as const;

/**
 * A detail of a copy: what its owner says about it. Nothing is required, and nobody else reads any of it. Its label is the
 * text `copies:fields.<name>`, the labels of a choice are `copies:<name>.<value>`.
 */
export type Detail = {
  /** Its column in `copies`, and in files. */
  name: string;
  group: (typeof GROUPS)[number];
  /** How lists call it in four languages, folded; of two headings the first one in the list counts. */
  headings: string;
  /** True for one that takes a whole line of the form, before the others of its group. */
  isWide?: true;
  /** True for one that the empty list to download leaves out. */
  isRare?: true;
  /** The detail without which it says nothing, and isn't stored. */
  needs?: string;
  /** True for one that many copies may be given at once. */
  isShared?: true;
  /** True for one that the same shirt usually has too, added once more. */
  isKept?: true;
} & (
  | { kind: "line" | "text"; max: number }
  /** One to three digits. */
  | { kind: "digits" }
  /** One of a few values, and how lists call each: our own names, four languages, gradings of record lists. */
  | { kind: "choice"; values: readonly string[]; words: Readonly<Record<string, string>> }
  /** Yes or no: a tick. */
  | { kind: "yes" }
  /** With two decimals at most; never without a currency. */
  | { kind: "price" }
  /** ISO 4217. */
  | { kind: "currency" }
  /** A year, a month or a day: `2019`, `2019-07`, `2019-07-31`. */
  | { kind: "date" }
);

/**
 * All details in the order in which people read them. Form, rules, import, export and inventory follow from here; what SQL
 * has of it is compared by tests/rules/collect/copy-details.test.ts.
 */
export const DETAIL_LIST = [
  {
    name: "size_scale",
    kind: "choice",
    group: "first",
    isShared: true,
    isKept: true,
    isRare: true,
    headings: "size-scale coupe corte modelagem fit gender genero genre",
    values: SIZE_SCALES,
    words: {
      adult: "adult adulte adulto homme men mens man hombre masculino unisex unisexe",
      women: "women womens woman femme mujer feminino feminina ladies",
      youth: "youth enfant junior kids kid nino ninos infantil juvenil crianca",
    },
  },
  {
    // As on the label: M, 42, 12-13 years.
    name: "size",
    kind: "line",
    max: 20,
    group: "first",
    isShared: true,
    isKept: true,
    isWide: true,
    headings:
      "size taille talla tamanho shirt-size jersey-size taille-du-maillot talla-de-camiseta tamanho-da-camisa tam",
  },
  {
    name: "version",
    kind: "choice",
    group: "version",
    isShared: true,
    isKept: true,
    isWide: true,
    headings: "version versao edition-type",
    values: VERSIONS,
    words: {
      replica:
        "replica replique fan supporter version-supporter stadium torcedor versao-torcedor aficionado version-aficionado",
      player_issue:
        "player-issue player authentic authentique joueur version-joueur jugador version-de-jugador version-jugador jogador versao-de-jogador versao-jogador",
      match_worn:
        "match-worn worn porte match-issue usada usada-en-partido usada-em-jogo porte-en-match",
      other: "other autre otra outro outra",
    },
  },
  {
    name: "condition",
    kind: "choice",
    group: "first",
    isShared: true,
    isKept: true,
    headings:
      "condition etat estado grade etat-du-maillot estado-de-la-camiseta estado-da-camisa estado-de-conservacion estado-de-conservacao condicion condicao shirt-condition state",
    values: CONDITIONS,
    words: {
      new_with_tags:
        "new-with-tags new-with-tag nwt bnwt neuf-avec-etiquettes neuf-avec-etiquette neuve-avec-etiquettes neuve-avec-etiquette nueva-con-etiquetas nueva-con-etiqueta nuevo-con-etiquetas nuevo-con-etiqueta nova-com-etiqueta nova-com-etiquetas novo-com-etiqueta novo-com-etiquetas nova-com-etiquetas mint-m m mint",
      new: "new neuf neuve neuf-sans-etiquettes neuf-sans-etiquette neuve-sans-etiquette neuve-sans-etiquettes new-without-tags new-without-tag nuevo-sin-etiquetas nuevo-sin-etiqueta nueva-sin-etiquetas nueva-sin-etiqueta novo-sem-etiquetas novo-sem-etiqueta nova-sem-etiquetas nova-sem-etiqueta nueva nuevo nova novo bnwot near-mint-nm-or-m near-mint nm",
      very_good:
        "very-good tbe comme-neuf comme-neuve like-new as-new como-nuevo como-nueva como-novo como-nova excellent excellent-etat excelente excelente-estado tres-bon tres-bon-etat muy-bueno muy-buena muy-buen-estado muito-bom-estado muito-bom muito-boa seminuevo seminueva seminovo seminova impecable perfecto perfecto-estado otimo otimo-estado vgc very-good-plus-vg vg very-good-vg",
      good: "good bon bon-etat be good-condition bueno buena buen-estado bom-estado bom boa good-plus-g g good-g",
      // As in shops, where these are the lowest state but for faults. "Used", "moyen", "correct" and "regular" may be a better one,
      // too: they are asked about.
      worn: "worn well-worn satisfaisant etat-satisfaisant satisfactory satisfactorio satisfatorio use usee acceptable etat-acceptable aceptable condiciones-aceptables en-condiciones-aceptables aceitavel gasto gasta gastado gastada desgastado desgastada fair-f f fair",
      damaged:
        "damaged abime abimee endommage mal-estado mau-estado danada danado danificada poor-p p poor",
    },
  },
  {
    name: "printed_name",
    kind: "line",
    max: 40,
    group: "first",
    headings:
      "printed-name nom-floque name-on-back nameset dorsal-nombre printing nom-imprime nombre-estampado nome-estampado flocage flocage-nom nom-flocage nom-dos nom-au-dos nome-nas-costas player player-name joueur nom-du-joueur jugador nombre-del-jugador jogador nome-do-jogador nombre-y-dorsal nome-e-numero personalizacion personalizacao",
  },
  {
    name: "printed_number",
    kind: "digits",
    group: "first",
    headings: `${BACK_NUMBER} number numero num n no nr`,
  },
  {
    name: "is_signed",
    kind: "yes",
    group: "version",
    isWide: true,
    isRare: true,
    headings: "is-signed signed signe dedicace firmada firmado autografada assinada autographed",
  },
  {
    name: "signed_by",
    kind: "line",
    max: 100,
    group: "version",
    needs: "is_signed",
    isRare: true,
    headings:
      "signed-by signe-par dedicace-par firmada-por autografada-por assinada-por autographe autografo",
  },
  {
    name: "certificate",
    kind: "line",
    max: 200,
    group: "version",
    needs: "is_signed",
    isRare: true,
    headings: "certificate certificat certificado coa",
  },
  {
    name: "price",
    kind: "price",
    group: "first",
    isShared: true,
    headings:
      "price prix precio preco price-paid paid prix-paye prix-d-achat prix-achat purchase-price precio-de-compra precio-pagado preco-de-compra preco-pago valor-pago cost cout coste custo valeur value valor",
  },
  {
    name: "currency",
    kind: "currency",
    group: "first",
    needs: "price",
    headings: "currency devise moneda moeda divisa",
  },
  {
    name: "bought_on",
    kind: "date",
    group: "first",
    isShared: true,
    headings:
      "bought-on purchase-date date-purchased date-bought purchased date-d-achat date-achat achete-le fecha-de-compra fecha-compra comprada-el data-da-compra data-de-compra data-compra comprada-em bought date fecha data",
  },
  {
    name: "bought_from",
    kind: "line",
    max: 100,
    group: "first",
    headings:
      "bought-from seller shop store boutique vendeur achete-chez achete-ou achete-sur achete-a ou-achete lieu-d-achat site-d-achat plateforme where-bought bought-at magasin tienda vendedor loja comprada-en comprado-en comprada-na comprado-na onde-comprou onde-comprei lugar-de-compra local-da-compra where ou donde onde",
  },
  {
    name: "lent_to",
    kind: "line",
    max: 100,
    group: "place",
    isShared: true,
    isRare: true,
    headings: "lent-to lent prete-a prestada-a emprestada-a emprestada-para",
  },
  {
    name: "lent_since",
    kind: "date",
    group: "place",
    needs: "lent_to",
    isRare: true,
    headings: "lent-since prete-depuis prestada-desde emprestada-desde",
  },
  {
    name: "storage_place",
    kind: "line",
    max: 100,
    group: "place",
    isShared: true,
    isKept: true,
    isWide: true,
    headings:
      "storage-place storage rangement emplacement ubicacion guardada-em onde-esta onde-esta-guardada donde-se-guarda box boite carton place location lieu lugar local",
  },
  {
    name: "notes",
    kind: "text",
    max: LONGEST_NOTES,
    group: "notesGroup",
    isWide: true,
    headings:
      "notes note comments comment remarks remarques remarque commentaire commentaires observations notas comentarios comentario observaciones observacoes description descripcion descricao",
  },
] as const satisfies readonly Detail[];

type Listed = (typeof DETAIL_LIST)[number];
export type DetailName = Listed["name"];

type Value<One> = One extends { kind: "choice"; values: readonly (infer Word)[] }
  ? Word | null
  : One extends { kind: "yes" }
    ? boolean
    : One extends { kind: "price" }
      ? number | null
      : string | null;

/** What its owner says about a copy, column for column. */
export type CopyDetails = { [One in Listed as One["name"]]: Value<One> };

/** The details whose value is one of a few words. */
export type DetailChoice = Extract<Listed, { kind: "choice" }>["name"];

export const DETAIL_NAMES = DETAIL_LIST.map(({ name }) => name);

type Shared = Extract<Listed, { isShared: true }>;
/** What many copies may share. */
export type BulkName = Shared["name"];
export const BULK_NAMES = DETAIL_LIST.filter((one): one is Shared => "isShared" in one).map(
  ({ name }) => name,
);

/** What the same shirt usually has too. */
export const keptDetails = (copy: CopyDetails): Partial<CopyDetails> =>
  Object.fromEntries(
    DETAIL_LIST.filter((one) => "isKept" in one).map(({ name }) => [name, copy[name]]),
  );

export const DETAILS = Object.fromEntries(
  DETAIL_LIST.map((detail) => [detail.name, detail]),
) as unknown as Readonly<Record<DetailName, Detail & { needs?: DetailName }>>;

/** A detail by a name that may be no detail's. */
export const detailOf = (name: string): Detail | undefined =>
  Object.hasOwn(DETAILS, name) ? DETAILS[name as DetailName] : undefined;

/** True for a detail that says something: a price of 0 does. */
export const says = (value: CopyDetails[DetailName]): boolean => value !== null && value !== false;

/** True if its owner has said anything about the copy (`private.is_detailed`). */
export function isDetailed(copy: CopyDetails & Pick<Copy, "photos">): boolean {
  return DETAIL_NAMES.some((name) => says(copy[name])) || copy.photos.length > 0;
}

/** Details as the database takes them: a shirt that somebody signed is signed, and what isn't lent has no date of lending. */
export function consistent(details: CopyDetails): CopyDetails {
  const entries = DETAIL_NAMES.flatMap((name) => {
    const { needs } = DETAILS[name];
    if (!needs || says(details[needs]) || !says(details[name])) return [];
    return [DETAILS[needs].kind === "yes" ? [needs, true] : [name, null]];
  });
  return { ...details, ...Object.fromEntries(entries) };
}
