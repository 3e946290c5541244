import { imageUrl } from "../../shared/address/image-url.ts";
import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { downloadPhoto } from "../data/copies/photos.ts";
import { publicJerseys } from "../data/copies/public-jerseys.ts";
import { formerShirt } from "../domain/copies/former-shirt.ts";
import type { Copy } from "../domain/copies/copy.ts";
import {
  PICTURE_FORMATS,
  type PictureFormat,
  shownPicture,
  type Square,
  squaresIn,
} from "../domain/copies/shared-picture.ts";

export interface PictureContent {
  format: PictureFormat;
  heading: string;
  /** Numbers with their labels. */
  figures: { value: string; label: string }[];
  copies: readonly Copy[];
  /** The site's name. */
  site: string;
}

/** The colours of the site in the dark: the picture is the same in both themes. */
const PAPER = "#0f1320";
const SURFACE = "#1a2030";
const INK = "#f3f1ec";
const MUTED = "#a7adbb";
const ACCENT = "#c3f53c";

const EDGE = 56;
const GAP = 12;
const NUMERAL = '"Barlow Condensed", "Arial Narrow", sans-serif';

/** Draws a picture of what is public of some copies, and of a few numbers. */
export async function drawPicture(content: PictureContent, origin: string): Promise<Blob> {
  const { width, height } = PICTURE_FORMATS[content.format];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  await document.fonts.load(`700 64px ${NUMERAL}`);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  const frame =
    content.format === "wide" ? drawBeside(context, content) : drawAbove(context, content);
  const squares = squaresIn(frame, content.copies.length, GAP);
  const pictures = await shownPictures(content.copies, origin);
  for (const [place, square] of squares.entries()) {
    const picture = pictures[place];
    if (picture) drawShirt(context, picture, square);
  }
  return canvas.convertToBlob({ type: "image/png" });
}

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The width of the column of texts on a wide picture. */
const COLUMN = 330;

/** Texts at the left. @returns the room for the shirts */
function drawBeside(
  context: OffscreenCanvasRenderingContext2D,
  { heading, figures, site }: PictureContent,
): Frame {
  const { width, height } = PICTURE_FORMATS.wide;
  context.fillStyle = INK;
  context.font = `700 64px ${NUMERAL}`;
  let y = EDGE + 48;
  for (const line of wrapped(context, heading.toLocaleUpperCase(), COLUMN).slice(0, 3)) {
    context.fillText(shortened(context, line, COLUMN), EDGE, y);
    y += 64;
  }
  for (const figure of figures) {
    y += 12;
    drawFigure(context, figure, { x: EDGE, y, size: 54 });
    y += 50;
  }
  context.fillStyle = ACCENT;
  context.font = `700 30px ${NUMERAL}`;
  context.fillText(site, EDGE, height - EDGE);
  const x = EDGE + COLUMN + 40;
  return { x, y: EDGE, width: width - x - EDGE, height: height - 2 * EDGE };
}

/** Texts above. @returns the room for the shirts */
function drawAbove(
  context: OffscreenCanvasRenderingContext2D,
  { heading, figures, site }: PictureContent,
): Frame {
  const { width, height } = PICTURE_FORMATS.square;
  const inner = width - 2 * EDGE;
  context.fillStyle = ACCENT;
  context.font = `700 34px ${NUMERAL}`;
  const siteWidth = context.measureText(site).width;
  context.fillText(site, width - EDGE - siteWidth, EDGE + 48);
  context.fillStyle = INK;
  context.font = `700 68px ${NUMERAL}`;
  const title = shortened(context, heading.toLocaleUpperCase(), inner - siteWidth - 32);
  context.fillText(title, EDGE, EDGE + 50);
  let x = EDGE;
  const y = EDGE + 132;
  for (const figure of figures) x += drawFigure(context, figure, { x, y, size: 54 }) + 36;
  const top = figures.length > 0 ? y + 40 : EDGE + 90;
  return { x: EDGE, y: top, width: inner, height: height - top - EDGE };
}

/** A number with its label. @returns its width */
function drawFigure(
  context: OffscreenCanvasRenderingContext2D,
  { value, label }: PictureContent["figures"][number],
  { x, y, size }: Square,
): number {
  context.fillStyle = INK;
  context.font = `700 ${size}px ${NUMERAL}`;
  context.fillText(value, x, y);
  const labelled = context.measureText(value).width + 10;
  context.fillStyle = MUTED;
  context.font = `600 ${size * 0.52}px ${NUMERAL}`;
  const text = label.toLocaleUpperCase();
  context.fillText(text, x + labelled, y);
  return labelled + context.measureText(text).width;
}

/** A text in lines that fit where its words do. */
function wrapped(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  width: number,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= width) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** A text that fits, cut with an ellipsis if need be. */
function shortened(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  width: number,
): string {
  if (context.measureText(text).width <= width) return text;
  const signs = [...text];
  while (signs.length > 1 && context.measureText(`${signs.join("")}…`).width > width) signs.pop();
  return `${signs.join("").trimEnd()}…`;
}

function drawShirt(
  context: OffscreenCanvasRenderingContext2D,
  { image, isDrawing }: Picture,
  { x, y, size }: Square,
): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, size, size, Math.min(24, size / 12));
  context.clip();
  context.fillStyle = SURFACE;
  context.fillRect(x, y, size, size);
  const edge = isDrawing ? size * 0.08 : 0;
  const room = size - 2 * edge;
  // Photos fill the square, drawings stay whole.
  const { naturalWidth: width, naturalHeight: height } = image;
  const ratio = isDrawing
    ? Math.min(room / width, room / height)
    : Math.max(room / width, room / height);
  const [w, h] = [width * ratio, height * ratio];
  context.drawImage(image, x + (size - w) / 2, y + (size - h) / 2, w, h);
  context.restore();
}

interface Picture {
  image: HTMLImageElement;
  isDrawing: boolean;
}

async function shownPictures(copies: readonly Copy[], origin: string): Promise<Picture[]> {
  const client = await browserClient();
  const ids = copies.flatMap(({ jersey }) => jersey?.id ?? []);
  const visible = await publicJerseys(client, ids);
  return Promise.all(
    copies.map(async (copy) => {
      const shown = shownPicture(copy, copy.jersey !== null && visible.has(copy.jersey.id));
      try {
        if (shown.kind === "own") {
          return {
            image: await decoded(await downloadPhoto(client, shown.path)),
            isDrawing: false,
          };
        }
        if (shown.kind === "catalogue") {
          const address = imageUrl(origin, shown.path, { width: 640 });
          return { image: await decoded(await fetched(address)), isDrawing: false };
        }
      } catch (error) {
        console.warn("photo not drawn", error);
      }
      return { image: await decoded(await fetched(drawingOf(copy))), isDrawing: true };
    }),
  );
}

function drawingOf(copy: Copy): string {
  const { jersey } = copy;
  if (!jersey) return shirtUrl(formerShirt(copy));
  return shirtUrl({
    league: jersey.league,
    kitType: jersey.kit_type,
    seed: jersey.team_slug,
    year: jersey.year,
    colors: jersey.teams?.colors ?? null,
  });
}

async function fetched(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.blob();
}

/** An element rather than a bitmap: browsers make no bitmap of an SVG file. */
async function decoded(blob: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
