/**
 * What stands on the front of the demo jerseys where it is known for certain, by team and kit as in `DEMO_JERSEYS`. National
 * teams and most shirts of the other sports have none.
 */
export const DEMO_SPONSORS: Readonly<Record<string, string>> = {
  ...{
    "paris-saint-germain h25": "Qatar Airways",
    "paris-saint-germain a24": "Qatar Airways",
    "paris-saint-germain t24": "Qatar Airways",
    "paris-saint-germain h20": "ALL",
    "paris-saint-germain h12": "Fly Emirates",
  },
  ...{
    "olympique-de-marseille h25": "CMA CGM",
    "olympique-de-marseille a23": "CMA CGM",
    "olympique-de-marseille t20": "Uber Eats",
    "olympique-de-marseille h10": "BetClic",
  },
  ...{ "olympique-lyonnais h24": "Emirates Fly Better" },
  ...{ "rc-lens h23": "Auchan" },
  ...{ "losc-lille h20": "Boulanger" },
  ...{ "as-monaco h16": "Fedcom" },
  ...{ "stade-rennais-fc h18": "Samsic" },
  ...{ "fc-nantes h21": "Synergie" },
  ...{
    "real-madrid h25": "Emirates Fly Better",
    "real-madrid a21": "Emirates Fly Better",
    "real-madrid t21": "Emirates Fly Better",
    "real-madrid t16": "Fly Emirates",
  },
  ...{
    "fc-barcelona h14": "Qatar Airways",
    "fc-barcelona a24": "Spotify",
    "fc-barcelona h24": "Spotify",
    "fc-barcelona h25": "Spotify",
  },
  ...{ "atletico-de-madrid h13": "Azerbaijan Land of Fire" },
  ...{ "athletic-club h23": "Kutxabank" },
  ...{ "liverpool h19": "Standard Chartered", "liverpool a24": "Standard Chartered" },
  ...{
    "arsenal h25": "Emirates Fly Better",
    "arsenal g25": "Emirates Fly Better",
    "arsenal a22": "Emirates Fly Better",
  },
  ...{
    "manchester-united h12": "Aon",
    "manchester-united p22": "TeamViewer",
    "manchester-united t25": "Snapdragon",
  },
  ...{ "manchester-city h22": "Etihad Airways" },
  ...{ "newcastle-united h24": "Sela" },
  ...{ "leeds-united h25": "Red Bull" },
  ...{ "juventus h16": "Jeep", "juventus a23": "Jeep", "juventus f19": "Jeep" },
  ...{ "inter-milan h23": "Paramount+" },
  ...{
    "ac-milan h21": "Emirates Fly Better",
    "ac-milan f22": "Emirates Fly Better",
    "ac-milan t25": "Emirates Fly Better",
  },
  ...{ "ssc-napoli h22": "Lete" },
  ...{ "borussia-dortmund h11": "Evonik", "borussia-dortmund h24": "1&1" },
  ...{ "fc-st-pauli h24": "congstar" },
  ...{ "celtic h24": "Dafabet" },
  ...{ "afc-ajax h25": "Ziggo" },
  ...{ "benfica h25": "Emirates Fly Better" },
  ...{ "galatasaray a23": "Sixt" },
};
