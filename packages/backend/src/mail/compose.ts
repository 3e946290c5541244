import { anchor, button, escape, page, paragraph } from "./layout.ts";
import { mailLanguage, type MailKind, type MailLanguages } from "./texts.ts";

export interface MailContent {
  kind: MailKind;
  /** The language in the account's metadata; unknown values mean the default language. */
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

/** Returns the provider's display name; options have it in lower case. */
function providerName(name: string): string {
  return name === "github" ? "GitHub" : name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The common properties of a project's mails. */
export interface MailStyle extends MailLanguages {
  siteName: string;
}

/** Creates a mail in the reader's language, as plain text and as HTML with the same content. */
export function composeMail(style: MailStyle, content: MailContent): ComposedMail {
  const language = mailLanguage(style, content.language);
  const texts = style.texts[language]!;
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
    link && `${kind.action}${texts.colon ?? ":"}\n${link}`,
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
      brand: style.siteName,
      language,
      title: kind.subject,
      body: html.filter(Boolean).join("\n"),
      footer: escape(texts.signature),
    }),
  };
}
