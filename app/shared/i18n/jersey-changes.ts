import { seasonInWords } from "./season-in-words.ts";
import type { Color } from "../domain/colors.ts";
import { fieldOf } from "../domain/facts/fact.ts";
import { factOf, type JerseyFactName } from "../domain/facts/jersey.ts";
import type { Pattern } from "../domain/shirt/types.ts";
import { COUNTRY_CODES, NATION_CODES } from "../domain/country-codes.ts";
import type { KitType } from "../domain/kit-types.ts";
import type { League } from "../domain/leagues.ts";
import { storedCompetitionName, teamName } from "./catalogue-names.ts";
import { countryName } from "./countries.ts";
import { formatPrice } from "./format.ts";
import type { Language } from "./languages.ts";

// The words for corrections of a jersey, for notices, their mails and the moderation queue. The
// server, which writes mails, has no messages: a test compares what is in both.

/** A corrected field as the database tells it, with names instead of ids. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** A fact of a jersey in words: `season_id` is the season. */
export type ChangedField = Exclude<JerseyFactName, `${string}_id`> | "competition" | "season";

interface Words {
  fields: Record<ChangedField, string>;
  /** The values of choices. */
  choices: {
    kit_type: Record<KitType, string>;
    colors: Record<Color, string>;
    league: Record<League, string>;
    pattern: Record<Pattern, string>;
  };
  empty: string;
}

export const WORDS: Record<Language, Words> = {
  fr: {
    fields: {
      league: "Sport",
      competition: "Compétition",
      season: "Saison",
      team: "Équipe",
      title: "Titre",
      year: "Année",
      kit_type: "Type de maillot",
      colors: "Couleurs",
      pattern: "Motif",
      brand: "Marque",
      sponsor: "Sponsor",
      edition: "Édition",
      product_codes: "Codes de l’étiquette",
      price: "Prix",
      external_link: "Lien externe",
      description: "Description",
    },
    choices: {
      kit_type: {
        home: "Domicile",
        away: "Extérieur",
        third: "Third",
        fourth: "Quatrième",
        goalkeeper: "Gardien",
        prematch: "Avant-match",
        training: "Training",
        anniversary: "Anniversaire",
        other: "Autre",
      },
      colors: {
        white: "Blanc",
        black: "Noir",
        grey: "Gris",
        red: "Rouge",
        burgundy: "Bordeaux",
        brown: "Marron",
        orange: "Orange",
        yellow: "Jaune",
        green: "Vert",
        teal: "Turquoise",
        sky: "Bleu ciel",
        blue: "Bleu",
        purple: "Violet",
        pink: "Rose",
      },
      league: {
        NBA: "Basket",
        NFL: "Football américain",
        NHL: "Hockey sur glace",
        SOCCER: "Football",
        ESPORT: "eSport",
      },
      pattern: {
        plain: "Uni",
        stripes: "Rayures verticales",
        pinstripes: "Rayures fines",
        hoops: "Rayures horizontales",
        band: "Bande centrale",
        chest_band: "Bande sur la poitrine",
        sash: "Bande diagonale",
        halves: "Mi-parti",
        diagonal: "Coupé en diagonale",
        quarters: "Quartiers",
        chevron: "Chevron",
        cross: "Croix",
        checks: "Damier",
        gradient: "Dégradé",
        graphic: "Motif graphique",
      },
    },
    empty: "vide",
  },
  en: {
    fields: {
      league: "Sport",
      competition: "Competition",
      season: "Season",
      team: "Team",
      title: "Title",
      year: "Year",
      kit_type: "Kit type",
      colors: "Colours",
      pattern: "Pattern",
      brand: "Brand",
      sponsor: "Sponsor",
      edition: "Edition",
      product_codes: "Product codes",
      price: "Price",
      external_link: "External link",
      description: "Description",
    },
    choices: {
      kit_type: {
        home: "Home",
        away: "Away",
        third: "Third",
        fourth: "Fourth",
        goalkeeper: "Goalkeeper",
        prematch: "Pre-match",
        training: "Training",
        anniversary: "Anniversary",
        other: "Other",
      },
      colors: {
        white: "White",
        black: "Black",
        grey: "Grey",
        red: "Red",
        burgundy: "Burgundy",
        brown: "Brown",
        orange: "Orange",
        yellow: "Yellow",
        green: "Green",
        teal: "Teal",
        sky: "Sky blue",
        blue: "Blue",
        purple: "Purple",
        pink: "Pink",
      },
      league: {
        NBA: "Basketball",
        NFL: "American football",
        NHL: "Ice hockey",
        SOCCER: "Football",
        ESPORT: "Esports",
      },
      pattern: {
        plain: "Plain",
        stripes: "Stripes",
        pinstripes: "Pinstripes",
        hoops: "Hoops",
        band: "Central stripe",
        chest_band: "Chest band",
        sash: "Sash",
        halves: "Halves",
        diagonal: "Diagonal halves",
        quarters: "Quarters",
        chevron: "Chevron",
        cross: "Cross",
        checks: "Checks",
        gradient: "Gradient",
        graphic: "Graphic",
      },
    },
    empty: "empty",
  },
  es: {
    fields: {
      league: "Deporte",
      competition: "Competición",
      season: "Temporada",
      team: "Equipo",
      title: "Título",
      year: "Año",
      kit_type: "Tipo de camiseta",
      colors: "Colores",
      pattern: "Diseño",
      brand: "Marca",
      sponsor: "Patrocinador",
      edition: "Edición",
      product_codes: "Códigos de producto",
      price: "Precio",
      external_link: "Enlace externo",
      description: "Descripción",
    },
    choices: {
      kit_type: {
        home: "Local",
        away: "Visitante",
        third: "Tercera",
        fourth: "Cuarta",
        goalkeeper: "Portero",
        prematch: "Prepartido",
        training: "Entrenamiento",
        anniversary: "Conmemorativa",
        other: "Otra",
      },
      colors: {
        white: "Blanco",
        black: "Negro",
        grey: "Gris",
        red: "Rojo",
        burgundy: "Granate",
        brown: "Marrón",
        orange: "Naranja",
        yellow: "Amarillo",
        green: "Verde",
        teal: "Turquesa",
        sky: "Celeste",
        blue: "Azul",
        purple: "Morado",
        pink: "Rosa",
      },
      league: {
        NBA: "Baloncesto",
        NFL: "Fútbol americano",
        NHL: "Hockey sobre hielo",
        SOCCER: "Fútbol",
        ESPORT: "Esports",
      },
      pattern: {
        plain: "Lisa",
        stripes: "Rayas",
        pinstripes: "Rayas finas",
        hoops: "Franjas horizontales",
        band: "Franja vertical central",
        chest_band: "Franja en el pecho",
        sash: "Banda diagonal",
        halves: "Mitades",
        diagonal: "Mitades en diagonal",
        quarters: "Cuarteles",
        chevron: "Chevrón",
        cross: "Cruz",
        checks: "Cuadros",
        gradient: "Degradado",
        graphic: "Estampado",
      },
    },
    empty: "vacío",
  },
  pt: {
    fields: {
      league: "Esporte",
      competition: "Competição",
      season: "Temporada",
      team: "Time",
      title: "Título",
      year: "Ano",
      kit_type: "Tipo de camisa",
      colors: "Cores",
      pattern: "Padronagem",
      brand: "Marca",
      sponsor: "Patrocinador",
      edition: "Edição",
      product_codes: "Códigos do produto",
      price: "Preço",
      external_link: "Link externo",
      description: "Descrição",
    },
    choices: {
      kit_type: {
        home: "Titular",
        away: "Reserva",
        third: "Terceira",
        fourth: "Quarta",
        goalkeeper: "Goleiro",
        prematch: "Pré-jogo",
        training: "Treino",
        anniversary: "Comemorativa",
        other: "Outra",
      },
      colors: {
        white: "Branco",
        black: "Preto",
        grey: "Cinza",
        red: "Vermelho",
        burgundy: "Grená",
        brown: "Marrom",
        orange: "Laranja",
        yellow: "Amarelo",
        green: "Verde",
        teal: "Turquesa",
        sky: "Azul-celeste",
        blue: "Azul",
        purple: "Roxo",
        pink: "Rosa",
      },
      league: {
        NBA: "Basquete",
        NFL: "Futebol americano",
        NHL: "Hóquei no gelo",
        SOCCER: "Futebol",
        ESPORT: "eSports",
      },
      pattern: {
        plain: "Lisa",
        stripes: "Listras verticais",
        pinstripes: "Listras finas",
        hoops: "Listras horizontais",
        band: "Faixa vertical central",
        chest_band: "Faixa no peito",
        sash: "Faixa diagonal",
        halves: "Metades",
        diagonal: "Metades em diagonal",
        quarters: "Quadrantes",
        chevron: "Em V",
        cross: "Cruz",
        checks: "Xadrez",
        gradient: "Degradê",
        graphic: "Estampa",
      },
    },
    empty: "vazio",
  },
};

/** What a fact is called beside its field; prices are in euros. */
export function factLabel(name: JerseyFactName, lang: Language): string {
  const label = WORDS[lang].fields[fieldOf(name) as ChangedField];
  return factOf(name).kind === "price" ? `${label} (€)` : label;
}

/** A photo in an order of photos. */
export interface PhotoInWords {
  /** Its place in the former order, from 1. */
  number: number;
  name: string;
  /** As the database stores it. */
  url: string;
  /** What it shows. */
  kind: string | undefined;
}

/** A change in the reader's words; `empty` says which sides are the word for nothing. */
export interface ChangeInWords {
  field: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
  /** Of the order of photos, in place of both: before and after. */
  orders?: { label: string; photos: PhotoInWords[] }[];
  /** Of what happened to a whole jersey, in place of both: its title. */
  said?: string;
}

/** The corrections of a notice in its reader's language. */
export function changesInWords(changes: unknown, lang: Language): ChangeInWords[] {
  if (!Array.isArray(changes)) return [];
  return (changes as FieldChange[]).map(({ field, before, after }) => ({
    field,
    label: WORDS[lang].fields[field as ChangedField] ?? field,
    before: valueInWords(field, before, lang),
    after: valueInWords(field, after, lang),
  }));
}

/** A stored value for people; undefined if there is none. */
export function valueInWords(
  field: string,
  value: string | null,
  lang: Language,
): string | undefined {
  if (value === null || value === "") return undefined;
  const choices: Partial<Record<string, Record<string, string>>> = WORDS[lang].choices;
  const words = choices[field];
  if (words) {
    return value
      .split(", ")
      .map((one) => words[one] ?? one)
      .join(", ");
  }
  if (field === "price") return formatPrice(Number(value), lang);
  if (field === "competition") return storedCompetitionName(value, lang);
  if (field === "team") return storedTeamName(value, lang);
  if (field === "season") return seasonInWords(value, lang);
  return value;
}

/** A national team is stored under its country's French name. */
function storedTeamName(name: string, lang: Language): string {
  const country = [...COUNTRY_CODES, ...NATION_CODES].find((code) => {
    const own = countryName(code, "fr");
    return own === name || own === name.replace(/ \(?féminin[es]*\)?$| \(femmes\)$/i, "");
  });
  return teamName({ name, country: country ?? null }, { slug: "international-teams" }, lang);
}
