import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";

import { sheetsOf } from "./sheets-of.ts";

const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook as Excel writes it: a title, merged cells, a date by its format, a formula, a text with zeros; and a hidden sheet. */
function workbook(date1904 = false): Uint8Array {
  const cells = `<row r="1"><c r="A1" t="inlineStr"><is><t>Ma collection</t></is></c></row>
    <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="s"><v>2</v></c></row>
    <row r="4"><c r="A4" t="inlineStr"><is><t>PSG	"Paris"</t></is></c><c r="B4" s="1"><v>40878</v></c>
      <c r="C4" t="str"><f>"00"&amp;"7"</f><v>007</v></c><c r="D4"><f>0.1+0.2</f><v>0.30000000000000004</v></c>
      <c r="E4" t="b"><v>1</v></c></row>`;
  const sheet = (rows: string) =>
    strToU8(
      `<?xml version="1.0"?><worksheet ${NAMESPACE}><sheetData>${rows}</sheetData><mergeCells><mergeCell ref="A1:D1"/></mergeCells></worksheet>`,
    );
  const relations = (list: string) =>
    strToU8(
      `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`,
    );
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return zipSync({
    "[Content_Types].xml": strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    "_rels/.rels": relations(
      `<Relationship Id="r1" Type="${type}/officeDocument" Target="xl/workbook.xml"/>`,
    ),
    "xl/workbook.xml": strToU8(
      `<?xml version="1.0"?><workbook ${NAMESPACE} xmlns:r="${type}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets><sheet name="Maillots" sheetId="1" r:id="r1"/><sheet name="Listes" sheetId="2" state="hidden" r:id="r2"/></sheets></workbook>`,
    ),
    "xl/_rels/workbook.xml.rels": relations(
      `<Relationship Id="r1" Type="${type}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${type}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="r3" Type="${type}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="${type}/styles" Target="styles.xml"/>`,
    ),
    "xl/sharedStrings.xml": strToU8(
      `<?xml version="1.0"?><sst ${NAMESPACE}><si><t>Club</t></si><si><t>Saison</t></si><si><r><t>Nu</t></r><r><t>méro</t></r></si></sst>`,
    ),
    "xl/styles.xml": strToU8(
      `<?xml version="1.0"?><styleSheet ${NAMESPACE}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="17" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    "xl/worksheets/sheet1.xml": sheet(cells),
    "xl/worksheets/sheet2.xml": sheet('<row r="1"><c r="A1"><v>1</v></c></row>'),
  });
}

const linesOf = async (bytes: Uint8Array) => {
  const answer = await sheetsOf(bytes, 100);
  if ("problem" in answer) throw new Error(answer.problem);
  return answer.sheets.map(({ lines, ...sheet }) => ({
    ...sheet,
    lines: lines.split("\n").map((line) => line.trimEnd()),
  }));
};

test("reads texts, dates by their format, the last value of formulas, and which sheet is hidden", async () => {
  expect(await linesOf(workbook())).toEqual([
    {
      name: "Maillots",
      isHidden: false,
      lines: [
        "Ma collection",
        "",
        "Club\tSaison\tNuméro",
        '"PSG\t""Paris"""\t2011-12-01\t007\t0.3\ttrue',
      ],
    },
    { name: "Listes", isHidden: true, lines: ["1"] },
  ]);
});

test("counts days since 1904 where the workbook does", async () => {
  const [maillots] = await linesOf(workbook(true));
  expect(maillots!.lines.at(-1)).toContain("2015-12-02");
});

test("reads a table of LibreOffice", async () => {
  const content = `<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Feuille1"><table:table-row><table:table-cell office:value-type="string"><text:p>Club</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Taille</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>Lens</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2011-12-01"><text:p>déc-11</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
  const bytes = zipSync({
    mimetype: strToU8("application/vnd.oasis.opendocument.spreadsheet"),
    "content.xml": strToU8(content),
  });
  expect(await linesOf(bytes)).toEqual([
    { name: "Feuille1", isHidden: false, lines: ["Club\tTaille", "Lens\t2011-12-01"] },
  ]);
});

test("refuses a bomb, and a ZIP that is no workbook", async () => {
  const bomb = zipSync({ "xl/workbook.xml": new Uint8Array(110_000_000) }, { level: 9 });
  expect(await sheetsOf(bomb, 100)).toEqual({ problem: "tooLarge" });
  expect(await sheetsOf(zipSync({ "a.txt": strToU8("a") }), 100)).toEqual({ problem: "zip" });
});
