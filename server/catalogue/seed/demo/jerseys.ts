import type { Pattern } from "../../../../app/shared/domain/shirt/types.ts";

/** What was worn: brand (null: not known for certain), pattern, paints (main one first), and the name of its edition. */
export type Worn = readonly [
  brand: string | null,
  pattern: Pattern,
  paints: string,
  edition?: string,
];

/** The colours of the demo jerseys by name, as `#rrggbb`. */
export const PAINTS: Readonly<Record<string, string>> = {
  ...{ white: "#ffffff", cream: "#f3efe2", silver: "#a5acaf", granite: "#63666a" },
  ...{ black: "#101014", charcoal: "#2b2d31", anthracite: "#3e4247", pewter: "#5a5650" },
  ...{
    red: "#d81e2c",
    crimson: "#b5121f",
    garnet: "#a50044",
    burgundy: "#7a1f2e",
    wine: "#6f263d",
  },
  ...{ orange: "#f47a20", chocolate: "#311d00", brown: "#624839" },
  ...{ yellow: "#fde100", gold: "#ffb81c", oldgold: "#b4975a" },
  ...{ green: "#00843d", forest: "#154734", pine: "#203731", midnightgreen: "#004c54" },
  ...{ lime: "#69be28", mint: "#9be7d0", teal: "#00788c", aqua: "#008e97", turquoise: "#00a19b" },
  ...{ sky: "#6cabdd", azure: "#12a0d7", ice: "#99d9d9", steel: "#5d76a9" },
  ...{ blue: "#006bb6", cobalt: "#004d98", royal: "#003594", navy: "#0b1f41", midnight: "#0c1a33" },
  ...{ purple: "#552583", pink: "#f4a6c0", rose: "#e8a0a8", hotpink: "#f54f9a" },
};

/**
 * The demo jerseys as they were worn, by team, then by kit and first year of the season. `h` home, `a` away, `t` third, `f` fourth,
 * `g` goalkeeper, `p` pre-match, `x` training, `y` anniversary, `o` other, `m` the main shirt of a team that has neither
 * home nor away; `h25` is the home shirt of 2025-26.
 */
export const DEMO_JERSEYS: Readonly<Record<string, Readonly<Record<string, Worn>>>> = {
  // Football
  "paris-saint-germain": {
    h25: ["Nike", "band", "midnight red white"],
    a24: ["Nike", "plain", "white red navy"],
    t24: ["Jordan", "plain", "rose black"],
    h20: ["Nike", "band", "navy red white"],
    h12: ["Nike", "band", "navy red white"],
  },
  "olympique-de-marseille": {
    h25: ["Puma", "plain", "white sky"],
    a23: ["Puma", "plain", "royal white"],
    t20: ["Puma", "plain", "sky lime white"],
    h10: ["adidas", "plain", "white sky"],
  },
  "olympique-lyonnais": {
    h24: ["adidas", "plain", "white blue red"],
    a19: ["adidas", "plain", "navy red white"],
  },
  "rc-lens": {
    h23: ["Puma", "stripes", "red yellow"],
  },
  "losc-lille": {
    h20: ["New Balance", "plain", "red navy white"],
  },
  "ogc-nice": {
    h24: ["Le Coq Sportif", "stripes", "red black"],
    o25: ["Kappa", "plain", "black red"],
  },
  "as-monaco": {
    h16: ["Nike", "diagonal", "red white"],
  },
  "stade-rennais-fc": {
    h18: ["Puma", "plain", "red black"],
  },
  "fc-nantes": {
    h21: ["Macron", "plain", "yellow green"],
  },
  "rc-strasbourg-alsace": {
    h25: ["adidas", "plain", "blue white"],
    t25: ["adidas", "plain", "black red white"],
  },
  "real-madrid": {
    h25: ["adidas", "plain", "white gold"],
    a21: ["adidas", "plain", "royal orange white"],
    t21: ["adidas", "plain", "turquoise white black"],
    t16: ["adidas", "plain", "black purple"],
  },
  "fc-barcelona": {
    h14: ["Nike", "stripes", "garnet cobalt gold"],
    a24: ["Nike", "plain", "black garnet cobalt"],
    h24: ["Nike", "halves", "cobalt garnet gold"],
    h25: ["Nike", "stripes", "cobalt garnet gold"],
  },
  "atletico-de-madrid": {
    h13: ["Nike", "stripes", "red white navy"],
  },
  "athletic-club": {
    h23: ["Castore", "stripes", "red white black"],
    y23: ["Castore", "plain", "blue white red"],
  },
  "real-betis": {
    h21: ["Hummel", "stripes", "green white"],
  },
  "rayo-vallecano": {
    h25: ["Umbro", "sash", "white red"],
  },
  liverpool: {
    h19: ["New Balance", "pinstripes", "crimson white"],
    a24: ["Nike", "plain", "anthracite silver"],
  },
  arsenal: {
    h25: ["adidas", "plain", "red white"],
    g25: ["adidas", "plain", "yellow red"],
    p22: ["adidas", "gradient", "yellow green black"],
    a22: ["adidas", "plain", "black gold"],
  },
  "manchester-united": {
    h12: ["Nike", "plain", "red white black"],
    p22: ["adidas", "pinstripes", "black blue white"],
    t25: ["adidas", "plain", "black yellow blue"],
  },
  "manchester-city": {
    h22: ["Puma", "plain", "sky white burgundy"],
  },
  "newcastle-united": {
    h24: ["adidas", "stripes", "black white"],
  },
  "leeds-united": {
    h25: ["adidas", "plain", "white blue yellow"],
  },
  juventus: {
    h16: ["adidas", "stripes", "white black"],
    a23: ["adidas", "plain", "white silver"],
    f19: ["adidas", "stripes", "white black lime"],
    x19: ["adidas", "plain", "black lime white"],
  },
  "inter-milan": {
    h23: ["Nike", "stripes", "cobalt black white"],
  },
  "ac-milan": {
    h21: ["Puma", "stripes", "red black white"],
    f22: ["Puma", "stripes", "black red oldgold"],
    t25: ["Puma", "plain", "yellow forest"],
  },
  "ssc-napoli": {
    h22: [null, "plain", "azure white"],
  },
  "as-roma": {
    h17: ["Nike", "plain", "burgundy yellow"],
  },
  "palermo-fc": {
    h14: ["Joma", "plain", "pink black oldgold"],
  },
  "fc-bayern-munchen": {
    h12: ["adidas", "plain", "red white"],
    a25: ["adidas", "plain", "white silver"],
    g25: ["adidas", "plain", "red white"],
  },
  "borussia-dortmund": {
    h11: ["Kappa", "plain", "yellow black"],
    h24: ["Puma", "plain", "yellow black"],
    y19: ["Puma", "plain", "black charcoal"],
    o22: ["Puma", "plain", "black charcoal"],
  },
  "fc-st-pauli": {
    h24: ["Puma", "plain", "brown white red"],
  },
  celtic: {
    h24: ["adidas", "hoops", "green white"],
  },
  "afc-ajax": {
    h25: ["adidas", "band", "white red"],
  },
  benfica: {
    h25: ["adidas", "plain", "red white"],
  },
  galatasaray: {
    a23: ["Nike", "plain", "white silver"],
  },
  "bodo-glimt": {
    h25: ["Puma", "plain", "yellow black"],
  },
  france: {
    h18: ["Nike", "plain", "navy white red"],
    a24: ["Nike", "pinstripes", "white blue red"],
  },
  bresil: {
    h22: ["Nike", "plain", "yellow green blue"],
  },
  argentine: {
    h22: ["adidas", "stripes", "sky white black"],
  },
  japon: {
    h18: ["adidas", "plain", "navy white"],
  },
  "cote-d-ivoire": {
    h23: ["Puma", "plain", "orange white green"],
  },
  // Basketball: since 2017 the NBA's shirts are editions, no longer home and away.
  "chicago-bulls": {
    a10: ["adidas", "plain", "red black white"],
    m17: ["Nike", "plain", "white red black", "Association"],
  },
  "los-angeles-lakers": {
    m19: ["Nike", "plain", "yellow purple white", "Icon"],
    a12: ["adidas", "plain", "purple gold white"],
    m23: ["Nike", "plain", "purple gold white", "Statement"],
  },
  "boston-celtics": {
    m23: ["Nike", "plain", "green white", "Icon"],
    a10: ["adidas", "plain", "green white"],
  },
  "golden-state-warriors": {
    h15: ["adidas", "plain", "white royal gold"],
    m21: ["Nike", "plain", "royal gold", "Icon"],
  },
  "miami-heat": {
    h12: ["adidas", "plain", "white crimson black"],
    m18: ["Nike", "plain", "black hotpink sky", "City"],
  },
  "san-antonio-spurs": {
    h13: ["adidas", "plain", "white black silver"],
    m24: ["Nike", "plain", "black silver white", "Icon"],
  },
  "new-york-knicks": {
    m24: ["Nike", "plain", "blue orange white", "Icon"],
    a11: ["adidas", "plain", "blue orange white"],
  },
  "toronto-raptors": {
    m18: ["Nike", "plain", "red black white", "Icon"],
  },
  "denver-nuggets": {
    m22: ["Nike", "plain", "navy gold crimson", "Icon"],
  },
  "oklahoma-city-thunder": {
    m24: ["Nike", "plain", "blue orange white", "Icon"],
  },
  "milwaukee-bucks": {
    m20: ["Nike", "plain", "forest cream", "Icon"],
  },
  "phoenix-suns": {
    m20: ["Nike", "gradient", "black orange purple", "City"],
  },
  "dallas-mavericks": {
    a10: ["adidas", "plain", "royal silver white"],
  },
  "cleveland-cavaliers": {
    h15: ["adidas", "plain", "white wine gold"],
  },
  "charlotte-hornets": {
    m20: ["Nike", "pinstripes", "mint granite oldgold", "City"],
    m21: ["Nike", "pinstripes", "teal purple white", "Icon"],
  },
  "utah-jazz": {
    h11: ["adidas", "plain", "white navy green"],
  },
  "orlando-magic": {
    a14: ["adidas", "pinstripes", "blue silver white"],
  },
  "memphis-grizzlies": {
    m19: ["Nike", "plain", "navy steel gold", "Icon"],
  },
  "brooklyn-nets": {
    a16: ["adidas", "plain", "black white"],
  },
  "philadelphia-76ers": {
    m17: ["Nike", "plain", "blue red white", "Icon"],
  },
  "portland-trail-blazers": {
    h13: ["adidas", "plain", "white black red"],
  },
  "houston-rockets": {
    m18: ["Nike", "plain", "red white black", "Icon"],
  },
  "indiana-pacers": {
    m24: ["Nike", "plain", "white navy gold", "Association"],
  },
  "paris-basketball": {
    h24: [null, "plain", "white black"],
  },
  "ldlc-asvel": {
    o24: [null, "plain", "green white"],
  },
  "real-madrid-baloncesto": {
    h17: [null, "plain", "white"],
  },
  "panathinaikos-bc": {
    h23: [null, "plain", "green white"],
  },
  "maccabi-tel-aviv": {
    h13: [null, "plain", "yellow royal"],
  },
  // American football
  "green-bay-packers": {
    h10: ["Reebok", "plain", "pine gold white"],
    a20: ["Nike", "plain", "white pine gold"],
  },
  "dallas-cowboys": {
    a14: ["Nike", "plain", "navy white silver"],
    h22: ["Nike", "plain", "white royal silver"],
  },
  "kansas-city-chiefs": {
    h23: ["Nike", "plain", "red white gold"],
    a19: ["Nike", "plain", "white red gold"],
  },
  "san-francisco-49ers": {
    h12: ["Nike", "plain", "crimson white oldgold"],
  },
  "pittsburgh-steelers": {
    h10: ["Reebok", "plain", "black gold white"],
    t12: ["Nike", "hoops", "gold black"],
  },
  "new-england-patriots": {
    h14: ["Nike", "plain", "navy silver crimson"],
    a18: ["Nike", "plain", "white navy crimson"],
  },
  "philadelphia-eagles": {
    h17: ["Nike", "plain", "midnightgreen silver black"],
    t24: ["Nike", "plain", "green silver black"],
  },
  "seattle-seahawks": {
    h13: ["Nike", "plain", "navy lime silver"],
  },
  "denver-broncos": {
    h15: ["Nike", "plain", "orange navy white"],
  },
  "minnesota-vikings": {
    h17: ["Nike", "plain", "purple gold white"],
  },
  "miami-dolphins": {
    h16: ["Nike", "plain", "aqua orange white"],
  },
  "las-vegas-raiders": {
    h20: ["Nike", "plain", "black silver"],
  },
  "buffalo-bills": {
    h21: ["Nike", "plain", "royal red white"],
  },
  "baltimore-ravens": {
    h12: ["Nike", "plain", "purple black oldgold"],
  },
  "cincinnati-bengals": {
    a21: ["Nike", "plain", "white black orange"],
  },
  "chicago-bears": {
    h18: ["Nike", "plain", "navy orange white"],
  },
  "detroit-lions": {
    t24: ["Nike", "plain", "black blue"],
  },
  "los-angeles-rams": {
    h21: ["Nike", "plain", "royal yellow white"],
  },
  "los-angeles-chargers": {
    h19: ["Nike", "plain", "sky gold white"],
  },
  "new-orleans-saints": {
    h11: ["Reebok", "plain", "black oldgold white"],
  },
  "tampa-bay-buccaneers": {
    h20: ["Nike", "plain", "crimson pewter orange"],
  },
  "new-york-giants": {
    h11: ["Reebok", "plain", "royal red white"],
  },
  "cleveland-browns": {
    a22: ["Nike", "plain", "white chocolate orange"],
  },
  "houston-texans": {
    h23: ["Nike", "plain", "navy red white"],
  },
  // Ice hockey
  "montreal-canadiens": {
    h14: ["Reebok", "plain", "crimson royal white"],
    a24: ["Fanatics", "plain", "white crimson royal"],
  },
  "toronto-maple-leafs": {
    h22: ["adidas", "plain", "royal white"],
    t22: ["adidas", "plain", "black royal white"],
  },
  "boston-bruins": {
    h10: ["Reebok", "plain", "black gold white"],
    a23: ["adidas", "plain", "white black gold"],
  },
  "chicago-blackhawks": {
    h13: ["Reebok", "plain", "red black white"],
  },
  "detroit-red-wings": {
    h11: ["Reebok", "plain", "red white"],
  },
  "pittsburgh-penguins": {
    h16: ["Reebok", "plain", "black gold white"],
  },
  "new-york-rangers": {
    h23: ["adidas", "plain", "royal red white"],
    t11: ["Reebok", "plain", "navy cream red"],
  },
  "edmonton-oilers": {
    h17: ["adidas", "plain", "orange navy white"],
    a24: ["Fanatics", "plain", "white royal orange"],
  },
  "vegas-golden-knights": {
    h22: ["adidas", "plain", "oldgold black white"],
  },
  "seattle-kraken": {
    h21: ["adidas", "plain", "midnight ice red"],
  },
  "colorado-avalanche": {
    h21: ["adidas", "plain", "wine blue silver"],
  },
  "minnesota-wild": {
    h22: ["adidas", "plain", "forest crimson cream"],
  },
  "vancouver-canucks": {
    h19: ["adidas", "plain", "royal green white"],
  },
  "calgary-flames": {
    h20: ["adidas", "plain", "red gold white"],
  },
  "san-jose-sharks": {
    h15: ["Reebok", "plain", "teal black orange"],
  },
  "anaheim-ducks": {
    h24: ["Fanatics", "plain", "orange black oldgold"],
  },
  "los-angeles-kings": {
    a13: ["Reebok", "plain", "white black silver"],
  },
  "philadelphia-flyers": {
    h10: ["Reebok", "plain", "orange black white"],
  },
  "nashville-predators": {
    h16: ["Reebok", "plain", "gold navy white"],
  },
  "tampa-bay-lightning": {
    a20: ["adidas", "plain", "white royal"],
  },
  "utah-mammoth": {
    h25: ["Fanatics", "plain", "black sky white"],
  },
  "winnipeg-jets": {
    h12: ["Reebok", "plain", "navy royal white"],
  },
  // eSport: one shirt, neither home nor away; at Worlds often another one.
  t1: {
    m22: [null, "plain", "black black oldgold", "Worlds"],
    m23: [null, "plain", "black black red", "Worlds"],
    m24: [null, "plain", "white white black", "Worlds"],
  },
  "gen-g": {
    m23: [null, "plain", "black black oldgold", "Worlds"],
    m24: [null, "plain", "white white black", "Worlds"],
  },
  "kt-rolster": {
    m23: [null, "plain", "black black white", "Worlds"],
  },
  "dplus-kia": {
    m20: [null, "plain", "white white black", "Worlds"],
    m23: ["adidas", "plain", "white white black", "Worlds"],
    m24: [null, "plain", "white white black", "Worlds"],
  },
  drx: {
    m22: [null, "plain", "white white blue", "Worlds"],
  },
  "invictus-gaming": {
    m18: [null, "plain", "white white black", "Worlds"],
  },
  "funplus-phoenix": {
    m19: [null, "plain", "black black red", "Worlds"],
  },
  "g2-esports": {
    m23: [null, "plain", "black black white"],
  },
  "team-vitality": {
    m22: ["Hummel", "plain", "black black yellow"],
    m24: ["Hummel", "plain", "black black yellow"],
  },
  "natus-vincere": {
    m21: [null, "plain", "black black yellow"],
  },
};

/**
 * The jerseys with the best votes, best first, in several sports: the podium and the following
 * ones.
 */
export const FAVOURITES: readonly string[] = [
  "chicago-bulls a10",
  "paris-saint-germain h25",
  "montreal-canadiens h14",
  "t1 m24",
  "fc-barcelona h14",
  "green-bay-packers h10",
  "los-angeles-lakers m19",
  "france h18",
  "las-vegas-raiders h20",
  "juventus h16",
  "boston-bruins h10",
  "celtic h24",
];
