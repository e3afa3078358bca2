// Formats an e-mail as plain text and as HTML in the client's colour. All text from users is escaped.
import type { Client } from '#brand/client.ts'
import { getLocale } from '#words/runtime.js'
import { writingDirection } from '#domain/texts/languages.ts'
import { oklchToHex } from './colour.ts'
import type { MessageContent } from './message-content.ts'

/** The first and the last paragraph. */
interface Frame {
  readonly greeting: string
  readonly signature: string
}

/** The text version: paragraphs, then the code or link on its own line. */
export function contentToText(content: MessageContent, { greeting, signature }: Frame): string {
  const { paragraphs, items = [], code, action, closing } = content
  const toBlock = (...lines: readonly string[]) => lines.map(oneLine).join('\n')
  const blocks = [
    toBlock(greeting),
    ...paragraphs.map((paragraph) => toBlock(paragraph)),
    ...(code ? [toBlock(code)] : []),
    ...items.map(({ title, text, url }) => toBlock(title, text, url)),
    ...(action ? [toBlock(`${action.label}:`, action.url)] : []),
    ...closing.map((paragraph) => toBlock(paragraph)),
    toBlock(signature),
  ]
  return `${blocks.join('\n\n')}\n`
}

/**
 * The HTML version: tables and inline styles, since mail programs support little else. The mail has no images and loads
 * nothing. The style sheet contains only the dark theme. Programs that ignore style sheets show the light theme.
 */
export function contentToHtml(content: MessageContent, { greeting, signature }: Frame, client: Client): string {
  const accent = oklchToHex(client.accent.light)
  const { subject, paragraphs, items = [], code, action, closing } = content
  const paragraphToHtml = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const codeBox = code
    ? `<p style="margin:0 0 16px;font-size:28px;font-weight:bold;letter-spacing:6px">${escapeHtml(code)}</p>`
    : ''
  const button = action
    ? `<p style="margin:0 0 8px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:${accent};color:#ffffff;text-decoration:none;border-radius:6px">${escapeHtml(action.label)}</a></p>` +
      `<p class="muted" style="margin:0 0 16px;font-size:12px;color:#555555;word-break:break-all">${escapeHtml(action.url)}</p>`
    : ''
  return [
    '<!doctype html>',
    `<html lang="${getLocale()}" dir="${writingDirection(getLocale())}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>`,
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${darkTheme(client)}}</style></head>`,
    '<body class="page" style="margin:0;background:#f4f5f7;font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1d1f23">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">',
    `<tr><td style="padding:16px 28px;background:${accent};color:#ffffff;font-size:18px;font-weight:bold;border-radius:8px 8px 0 0">${escapeHtml(client.name)}</td></tr>`,
    `<tr><td style="padding:28px"><h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>`,
    paragraphToHtml(greeting),
    ...paragraphs.map(paragraphToHtml),
    ...items.map(
      ({ title, text, url }) =>
        `<p style="margin:0 0 16px"><a class="link" href="${escapeHtml(url)}" style="color:${accent};font-weight:bold">${escapeHtml(title)}</a><br>${escapeHtml(text)}</p>`,
    ),
    codeBox,
    button,
    ...closing.map(paragraphToHtml),
    `<p class="muted" style="margin:0;color:#555555">${escapeHtml(signature)}</p>`,
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}

/** The bar and the button keep the accent of the light theme, on which white text is readable. */
const darkTheme = ({ accent }: Client): string =>
  [
    '.page{background:#0e1116!important;color:#e8eaed!important}',
    '.sheet{background:#161a20!important}',
    '.muted{color:#a2a9b4!important}',
    `.link{color:${oklchToHex(accent.dark)}!important}`,
  ].join('')

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

// A name or a reason from a user could contain line ends, which would look like paragraphs of the portal, and many
// spaces, which would push text out of view.
// oxlint-disable-next-line no-control-regex -- control characters are removed here
const oneLine = (text: string): string => text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
