import { siteName } from '#shared/site.ts'
import { html, type SafeHtml, trustedHtml } from './safe-html.ts'
import type { MailContent } from './templates.ts'

/**
 * The site's own colors (`tokens.css`) in a form that email programs understand: the first for light, the
 * second for dark.
 */
const colors = {
  page: ['#f6faf8', '#0a1512'],
  card: ['#ffffff', '#111f1b'],
  line: ['#d2dcd7', '#2a3b35'],
  text: ['#13221d', '#eaf2ee'],
  muted: ['#4b5b55', '#a3b4ad'],
  link: ['#01585c', '#6fdcdb'],
} as const
const headBackground = '#0c3b2c'
const headText = '#eef9f3'
const buttonBackground = '#f5d033'
const buttonBorder = '#9e7b0b'
const buttonText = '#13221d'
const font = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"

const footerText = "This email is about your account, so there's nothing to unsubscribe from."
const watchFooterText = 'Manage what you watch in My Collection.'
const unsubscribeLabel = 'Stop emails about this item'
const fallbackLinkLabel = 'Button not working? Open this link:'

/**
 * The same text twice: as an HTML page of tables without images, which email programs render alike, and as
 * plain text.
 */
export function renderMail(content: MailContent, name?: string): { html: string; text: string } {
  const greeting = getGreeting(name)
  return { html: renderPage(content, greeting).text, text: renderPlainText(content, greeting) }
}

/** Greets by name only if the name cannot be a message, or a text that email programs turn into a link. */
function getGreeting(name = ''): string {
  return /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} '’-]{0,39}$/u.test(name) ? `Hello ${name},` : 'Hello,'
}

function renderPlainText(
  { title, paragraphs, items, button, note, why }: MailContent,
  greeting: string,
): string {
  const blocks = [
    title.toUpperCase(),
    greeting,
    ...paragraphs,
    ...(items ?? []).map(
      ({ name, url, text, offUrl }) => `${name}\n${text}\n${url}\n${unsubscribeLabel}: ${offUrl}`,
    ),
    `${button.label}:\n${button.url}`,
    note,
    why,
    `-- \n${items ? watchFooterText : footerText}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function renderPage(content: MailContent, greeting: string): SafeHtml {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>${content.subject}</title>
<style>${trustedHtml(buildStyleSheet())}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${colors.page[0]}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${content.paragraphs[0] ?? ''}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:${colors.page[0]}">
<tr><td align="center" class="around" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:560px;border:1px solid ${colors.line[0]};border-collapse:separate;border-radius:10px;overflow:hidden;background:${colors.card[0]}">
<tr><td class="inset head" style="padding:18px 36px;border-bottom:4px solid ${buttonBackground};border-radius:9px 9px 0 0;background:${headBackground}">${renderWordmark()}</td></tr>
<tr><td class="inset" style="padding:32px 36px 28px;font-family:${font}">${renderBody(content, greeting)}</td></tr>
<tr><td class="inset line muted" style="padding:20px 36px 24px;border-top:1px solid ${colors.line[0]};font:13px/20px ${font};color:${colors.muted[0]}">${content.why}</td></tr>
</table>
<p class="foot muted" style="max-width:488px;margin:20px auto 0;font:12px/18px ${font};color:${colors.muted[0]}">${content.items ? watchFooterText : footerText}</p>
</td></tr>
</table>
</body>
</html>
`
}

/** The logo in a form that a table can show: a frame with a check mark. */
function renderWordmark(): SafeHtml {
  return html`<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="22" height="22" align="center" style="width:22px;height:22px;border:2px solid ${headText};border-radius:4px;font:bold 17px/20px ${font};color:${buttonBackground}" aria-hidden="true">✓</td>
<td style="padding-left:10px;font:bold 20px/26px ${font};letter-spacing:-.2px;color:${headText}">${siteName}</td>
</tr></table>`
}

function renderBody(
  { title, paragraphs, items = [], button, note }: MailContent,
  greeting: string,
): SafeHtml {
  const style = `margin:0 0 14px;font-size:16px;line-height:25px;color:${colors.text[0]}`
  return html`<h1 class="text" style="margin:0 0 18px;font-size:25px;line-height:31px;font-weight:bold;letter-spacing:-.3px;color:${colors.text[0]}">${title}</h1>
${[greeting, ...paragraphs].map((paragraph) => html`<p class="text" style="${style}">${paragraph}</p>\n`)}
${items.map(renderItem)}
<table role="presentation" cellpadding="0" cellspacing="0" class="button" style="margin:24px 0 22px"><tr>
<td class="edge" align="center" bgcolor="${buttonBackground}" style="border:1px solid ${buttonBorder};border-radius:4px;background:${buttonBackground}"><a class="act" href="${button.url}" style="display:block;padding:14px 30px 14px 24px;border-left:8px solid ${buttonText};border-radius:3px;font:bold 17px/24px ${font};color:${buttonText};text-decoration:none">${button.label}</a></td>
</tr></table>
<p class="text" style="margin:0 0 18px;font-size:14px;line-height:21px;color:${colors.text[0]}">${note}</p>
<p class="muted" style="margin:0;font-size:13px;line-height:20px;color:${colors.muted[0]}">${fallbackLinkLabel}<br>
<a class="link" href="${button.url}" style="color:${colors.link[0]};word-break:break-all">${button.url}</a></p>`
}

/** One notice: its item, its text, and the link that ends such notices. */
function renderItem({ name, url, text, offUrl }: NonNullable<MailContent['items']>[number]): SafeHtml {
  const link = `color:${colors.link[0]}`
  return html`<p class="text line" style="margin:0 0 14px;padding:0 0 14px;border-bottom:1px solid ${colors.line[0]};font-size:16px;line-height:25px;color:${colors.text[0]}"><a class="link" href="${url}" style="${link};font-weight:bold">${name}</a><br>
${text}<br>
<a class="link" href="${offUrl}" style="${link};font-size:13px">${unsubscribeLabel}</a></p>
`
}

/**
 * For programs that support style sheets: the dark colors, and less margin on phones. Others use the inline
 * styles.
 */
function buildStyleSheet(): string {
  const { page, card, line, text, muted, link } = colors
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.around{padding:0!important}.card{border-radius:0!important;border-width:0 0 1px!important}.head{border-radius:0!important}.inset{padding-left:20px!important;padding-right:20px!important}.foot{padding:0 20px 24px!important}.button{width:100%!important}}
@media (prefers-color-scheme:dark){.page{background:${page[1]}!important}.card{background:${card[1]}!important;border-color:${line[1]}!important}.line{border-color:${line[1]}!important}.text{color:${text[1]}!important}.muted{color:${muted[1]}!important}.link{color:${link[1]}!important}.edge{border-color:${buttonBackground}!important}.act{color:${buttonText}!important}}`
}
