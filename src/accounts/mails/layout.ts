import { escapeHtml } from '../../platform/http/error-handler.ts';
import { iconUrl, type Message } from '../../platform/mail/transport.ts';
import type { AccountMails } from '../mail-kinds.ts';

/** The text of an email. All emails share one layout. */
export interface Content {
  subject: string;
  paragraphs: string | string[];
  /** A code that the person types, in large letters. */
  code?: string;
  facts?: [string, string][];
  /** The only action. */
  button?: { label: string; url: string; isPersonal?: boolean };
  closing: string | string[];
  /** Lines for the command line. */
  commands?: string[];
}

export interface MailContext {
  hasAccount: boolean;
  /** The open requests for access. People wrote them, and they were cleaned when they arrived. */
  openRequests: { email: string; clientId: string; keyName: string; purpose: string; volume: string }[];
  publicUrl: string;
  /** Put before an admin command where this portal runs. */
  adminCommand: string;
  now: number;
}

export type MailTexts = {
  [Kind in keyof AccountMails]: (data: AccountMails[Kind], context: MailContext) => Content;
};

/** The provider's name, icon and colours. */
export interface MailLook {
  providerName: string;
  iconPng: Buffer | undefined;
  colours: Record<'accent_solid' | 'on_accent', { light: string; dark: string }>;
}

export function render(look: MailLook, publicUrl: string, content: Content): Omit<Message, 'to'> {
  const { providerName } = look;
  const footer = `${providerName} API · ${publicUrl}`;
  return {
    subject: `${content.subject} · ${providerName} API`,
    text: asText(content, footer),
    html: asHtml(content, look, footer),
    icon: look.iconPng,
  };
}

const asText = ({ paragraphs, code, facts = [], button, closing, commands = [] }: Content, footer: string) =>
  [
    ...[paragraphs].flat(),
    ...(code ? [`    ${code}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `    ${name}: ${value}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...[closing].flat(),
    ...(commands.length > 0 ? [commands.map((command) => `    ${command}`).join('\n')] : []),
    `-- \n${footer}`,
  ].join('\n\n');

/** Outlook shows Times if it doesn't know the first. */
const fonts = "'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif";
const codeFonts = 'Consolas,Menlo,ui-monospace,monospace';
const table = '<table role="presentation" cellpadding="0" cellspacing="0"';
const width = 578;

/** Outlook for Windows sizes and pads only tables, and reads its own comments. */
const asHtml = (content: Content, look: MailLook, footer: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title><style>${darkStyle(look)}</style>
<!--[if mso]><style>table{font-family:${fonts}}</style><![endif]--></head>
<body class="around" style="margin:0;padding:0;background:#f6f8fb;color:#33424f;font:16px/1.6 ${fonts}">
${table} class="around" width="100%" style="background:#f6f8fb;color:#33424f"><tr><td align="center" style="padding:32px 16px">
<!--[if mso]>${table} width="${width}"><tr><td><![endif]-->
${table} width="100%" style="max-width:${width}px;text-align:left"><tr><td class="sheet" style="padding:32px 28px;background:#ffffff;border:1px solid #e3e9f0;border-radius:12px">
${mark(look)}
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;letter-spacing:-.01em;color:#0d1b2a">${escapeHtml(content.subject)}</h1>
${[content.paragraphs].flat().map(paragraph).join('\n')}
${content.code ? `<p class="ink" style="margin:8px 0 24px;font:600 34px/1.2 ${codeFonts};letter-spacing:6px;color:#0d1b2a">${content.code}</p>` : ''}
${content.facts ? factTable(content.facts) : ''}
${content.button ? button(content.button, look) : ''}
${[content.closing].flat().map(note).join('\n')}
${content.commands ? commandBlock(content.commands) : ''}
</td></tr><tr><td class="quiet" style="padding:16px 28px 0;font-size:13px;color:#55657a">${escapeHtml(footer)}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>
`;

const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;

/** Notes come after the button and are set quietly, because they matter less than what comes before it. */
const note = (line: string) =>
  `<p class="quiet" style="margin:0 0 12px;font-size:14px;color:#55657a">${escapeHtml(line)}</p>`;

const commandBlock = (commands: string[]) =>
  `<p class="ink facts" style="margin:0;padding:12px 14px;border:1px solid #e3e9f0;border-radius:8px;font:13px/1.7 ${codeFonts};word-break:break-word;color:#0d1b2a">${commands.map(escapeHtml).join('<br>')}</p>`;

function mark(look: MailLook) {
  const name = escapeHtml(look.providerName);
  return `${table} style="margin:0 0 24px"><tr>
${icon(look)}
<td class="ink" style="padding-left:10px;font-size:16px;font-weight:600;letter-spacing:-.02em;color:#0d1b2a">${name} <span class="quiet" style="font-weight:400;color:#55657a">API</span></td>
</tr></table>`;
}

/** The provider's icon, or the first letter of its name in its colours. */
function icon({ providerName, iconPng, colours: { accent_solid, on_accent } }: MailLook) {
  const size = 'width="28" height="28"';
  if (iconPng)
    return `<td ${size}><img src="${iconUrl}" ${size} alt="" style="display:block;width:28px;height:28px;border:0"></td>`;
  const [initial = ''] = providerName;
  return `<td class="solid" align="center" valign="middle" ${size} style="width:28px;height:28px;border-radius:8px;background:${accent_solid.light};color:${on_accent.light};font-size:16px;line-height:28px;font-weight:600">${escapeHtml(initial)}</td>`;
}

const line = 'border-bottom:1px solid #e3e9f0;font-size:14px';

/** Longer names, such as addresses, would leave no room for the values beside them on a phone. */
const maxNameBesideValue = 20;

function factTable(facts: [string, string][]): string {
  const row = facts.every(([name]) => name.length <= maxNameBesideValue) ? factRow : stackedFactRow;
  return `${table} class="facts" width="100%" style="margin:0 0 24px;border-top:1px solid #e3e9f0">
${facts.map(([name, value]) => row(escapeHtml(name), escapeHtml(value))).join('\n')}
</table>`;
}

const factRow = (name: string, value: string) =>
  `<tr><td class="quiet facts" valign="top" style="padding:8px 16px 8px 0;${line};white-space:nowrap;color:#55657a">${name}</td><td class="ink facts" style="width:100%;padding:8px 0;${line};word-break:break-word;color:#0d1b2a">${value}</td></tr>`;

const stackedFactRow = (name: string, value: string) =>
  `<tr><td class="ink facts" style="padding:8px 0;${line};word-break:break-word;color:#0d1b2a"><span class="quiet" style="color:#55657a">${name}</span><br>${value}</td></tr>`;

/** A personal link cannot be found in another way, so it is shown as text too. The text version has every link. */
const button = (
  { label, url, isPersonal = false }: NonNullable<Content['button']>,
  { colours: { accent_solid, on_accent } }: MailLook,
) =>
  [
    `${table} style="margin:8px 0 24px"><tr><td class="solid" style="border-radius:8px;background:${accent_solid.light};mso-padding-alt:12px 22px"><a class="solid" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${accent_solid.light};color:${on_accent.light};text-decoration:none;font-weight:600">${escapeHtml(label)}</a></td></tr></table>`,
    ...(isPersonal ? [`${note("If the button doesn't work, copy this link:")}\n${personalLink(url)}`] : []),
  ].join('\n');

const personalLink = (url: string) =>
  `<p class="quiet" style="margin:-8px 0 24px;font-size:13px;word-break:break-all;color:#55657a">${escapeHtml(url)}</p>`;

/** The colours of the dark theme. Programs without media queries show the light ones. */
const darkStyle = ({ colours: { accent_solid, on_accent } }: MailLook) => `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.around{background:#0a1017!important;color:#c2ced9!important}
.sheet{background:#131c27!important;border-color:#1e2a37!important}
.ink{color:#eff5fb!important}
.quiet{color:#8d9dad!important}
.facts{border-color:#34455a!important}
.solid{background:${accent_solid.dark}!important;color:${on_accent.dark}!important}
}`;
