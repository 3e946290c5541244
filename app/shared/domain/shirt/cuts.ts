import type { Collar, Sport } from "./types.ts";

/**
 * The cut of a garment, on a square of 400. Shirts are symmetric about x = 200: sleeve and
 * ornaments are given for the left and mirrored.
 */
export interface Cut {
  /** The torso's outline from the left of the neck, down, around and up to its right. */
  body: string;
  /** Half the width of the neck opening, and the height of its upper end. */
  neck: { half: number; top: number };
  /** How far the neckline drops below its upper end at a round collar. */
  drop: number;
  /** How far the back of the neck drops; negative if it rises. */
  nape: number;
  sleeve?: {
    outline: string;
    /** A line across the sleeve from its lit outer edge to its inner edge: x1 y1 x2 y2. */
    light: readonly [number, number, number, number];
    /** Middle of the cuff and the sleeve's angle; bands are drawn across it from there upwards. */
    cuff: { x: number; y: number; angle: number };
    creases: string;
  };
  /** The seam of torso and sleeve, or the armhole of a shirt without sleeves. */
  armhole: string;
  hem: string;
  number: { top: number; height: number };
  collar: Collar;
}

export const CUTS: Record<Sport, Cut> = {
  SOCCER: {
    body: "M159 44C142 55 121 61 101 67C112 98 115 132 108 166C113 216 111 300 105 357Q200 373 295 357C289 300 287 216 292 166C285 132 288 98 299 67C279 61 258 55 241 44",
    neck: { half: 41, top: 44 },
    drop: 26,
    nape: -5,
    sleeve: {
      outline:
        "M101.5 66.5C80 73 68 89 59 109L26 179Q50 199 85 205L109 165C115.5 131 113 98 101.5 66.5Z",
      light: [42, 130, 103, 172],
      cuff: { x: 55, y: 196, angle: 25 },
      creases:
        "M114 142C90 132 72 140 54 166C74 152 92 150 112 158ZM110 172C92 164 78 168 62 186C78 178 92 178 106 184Z",
    },
    armhole: "M101 67C112 98 115 132 108 166",
    hem: "M105 350Q200 366 295 350",
    number: { top: 142, height: 84 },
    collar: "crew",
  },
  ESPORT: {
    body: "M160 44C142 55 121 61 101 67C112 98 115 132 107 166C114 216 113 300 108 357Q200 372 292 357C287 300 286 216 293 166C285 132 288 98 299 67C279 61 258 55 240 44",
    neck: { half: 40, top: 44 },
    drop: 28,
    nape: -5,
    sleeve: {
      outline:
        "M160 44C142 55 121 61 101 67C81 74 70 90 61 110L30 182Q54 200 87 205L108 166C128 128 152 90 160 44Z",
      light: [44, 132, 112, 168],
      cuff: { x: 58, y: 196, angle: 23 },
      creases:
        "M120 140C94 132 76 140 58 166C78 152 96 150 116 156ZM112 170C94 162 80 168 66 186C80 178 94 178 108 182Z",
    },
    armhole: "M160 46C152 90 128 128 108 166",
    hem: "M108 350Q200 365 292 350",
    number: { top: 152, height: 76 },
    collar: "v",
  },
  NBA: {
    body: "M162 38L130 45C137 92 134 134 97 168C103 220 102 300 95 358Q200 376 305 358C298 300 297 220 303 168C266 134 263 92 270 45L238 38",
    neck: { half: 38, top: 38 },
    drop: 66,
    nape: 14,
    armhole: "M130 45C137 92 134 134 97 168",
    hem: "M95 350Q200 368 305 350",
    number: { top: 142, height: 104 },
    collar: "crew",
  },
  NFL: {
    body: "M164 46C142 57 112 62 86 68C106 98 112 134 104 168C115 216 116 292 112 356Q200 370 288 356C284 292 285 216 296 168C288 134 294 98 314 68C288 62 258 57 236 46",
    neck: { half: 36, top: 46 },
    drop: 34,
    nape: -5,
    sleeve: {
      outline:
        "M87 67.5C64 74 46 92 37 121L22 172Q58 198 100 196L105 167C112.5 134 107 98 87 67.5Z",
      light: [34, 128, 106, 156],
      cuff: { x: 60, y: 191, angle: 16 },
      creases:
        "M114 144C88 132 68 138 48 162C68 150 88 148 112 158ZM110 172C90 162 74 166 54 186C72 178 90 178 106 184Z",
    },
    armhole: "M86 68C106 98 112 134 104 168",
    hem: "M112 349Q200 363 288 349",
    number: { top: 128, height: 118 },
    collar: "v",
  },
  NHL: {
    body: "M162 42C144 54 122 60 98 66C108 102 110 142 103 182C107 230 104 300 97 352Q200 366 303 352C296 300 293 230 297 182C290 142 292 102 302 66C278 60 256 54 238 42",
    neck: { half: 38, top: 42 },
    drop: 36,
    nape: -5,
    sleeve: {
      outline: "M99 65.5C74 72 60 92 53 122L17 288Q42 306 76 303L104 181C111 142 109 102 99 65.5Z",
      light: [38, 170, 98, 186],
      cuff: { x: 46, y: 298, angle: 12 },
      creases:
        "M108 168C88 172 74 190 64 220C76 202 88 192 106 186ZM100 216C80 206 60 212 44 234C62 224 80 222 98 230ZM90 252C70 242 52 248 36 268C54 260 72 258 88 266Z",
    },
    armhole: "M98 66C108 102 110 142 103 182",
    hem: "M97 345Q200 359 303 345",
    number: { top: 140, height: 104 },
    collar: "lace",
  },
};

/**
 * Creases of a worn shirt, blurred when drawn: from the armpit across the chest, at the waist and
 * up from the hem. Left half; the right one is mirrored a little lower, because symmetric creases
 * look like folded paper.
 */
export const CREASES =
  "M98 174C130 178 154 196 170 230C148 208 128 196 98 192ZM100 212C124 220 140 238 150 272C132 250 120 240 100 232ZM98 300C126 286 152 286 188 300C154 298 128 306 98 326ZM134 376C138 338 146 308 164 274C158 312 156 344 160 376Z";
