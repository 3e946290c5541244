import { anchor, button, escape, page, paragraph } from "./layout.ts";
import { LANGUAGES, mailLanguage, type MailKind } from "./texts.ts";

export interface MailContent {
  kind: MailKind;
  /** The reader's language, as found in their account; anything unknown means French. */
  language: unknown;
  link?: string;
  code?: string;
  newEmail?: string;
  provider?: string;
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/** As people know it: settings have the name of a provider in small letters. */
function providerName(name: string): string {
  return name === "github" ? "GitHub" : name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Writes a mail in the reader's language, as plain text and as HTML that says the same. */
export function composeMail(content: MailContent): ComposedMail {
  const language = mailLanguage(content.language);
  const texts = LANGUAGES[language];
  const kind = texts.kinds[content.kind];
  const { link, code } = content;
  const body = kind.body.map((line) =>
    line
      .replaceAll("{newEmail}", () => content.newEmail ?? "")
      .replaceAll("{provider}", () => providerName(content.provider ?? "")),
  );
  const beforeCode = link ? texts.orCode : texts.code;

  const text = [
    ...body,
    link && `${kind.action}${language === "fr" ? "\u00a0" : ""}:\n${link}`,
    code && `${beforeCode} ${code}`,
    code && texts.validity,
    kind.afterword,
    `-- \n${texts.signature}`,
  ];
  const html = [
    ...body.map(paragraph),
    link && kind.action && button(link, kind.action),
    code && `<p class="quiet">${escape(beforeCode)}</p>\n<p class="code">${escape(code)}</p>`,
    code && `<p class="quiet">${escape(texts.validity)}</p>`,
    link && `<p class="quiet">${escape(texts.orLink)}<br>${anchor(link, link)}</p>`,
    `<p class="quiet">${escape(kind.afterword)}</p>`,
  ];
  return {
    subject: kind.subject,
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    html: page({
      language,
      title: kind.subject,
      body: html.filter(Boolean).join("\n"),
      footer: escape(texts.signature),
    }),
  };
}
