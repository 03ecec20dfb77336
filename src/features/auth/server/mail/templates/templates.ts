import { siteName } from '#shared/site.ts'
import type { MailKind } from '../mail-queue.ts'

/** The content of an email; `render-mail` decides its look. */
export type MailContent = {
  subject: string
  title: string
  paragraphs: string[]
  button: { label: string; url: string }
  /** Beside the button: how long it works, or the alternatives. */
  note: string
  /** Why the recipient gets this, and what to do if they did not request it. */
  why: string
  /** The notices, each with a link that ends them. */
  news?: { name: string; url: string; words: string; offUrl: string }[]
}
type MailContext = { url: string; at: Date }

export const mailTemplates: Record<Exclude<MailKind, 'watched'>, (about: MailContext) => MailContent> = {
  verify: ({ url }) => ({
    subject: 'Verify your email address',
    title: 'Verify your email address',
    paragraphs: [`One more step, and your ${siteName} account is ready: tell us that this address is yours.`],
    button: { label: 'Verify Email', url },
    note: 'The link works for 24 hours. A newer link makes it void.',
    why: `You get this mail because an account was made at ${siteName} with this address. If that was not you, do nothing: nobody can use the account without this link, and after 7 days it is deleted.`,
  }),
  reset: ({ url }) => ({
    subject: 'Set a new password',
    title: 'Set a new password',
    paragraphs: [`Somebody, most likely you, asked for a new password for your ${siteName} account.`],
    button: { label: 'Set New Password', url },
    note: 'The link works once, within 10 minutes. A newer link makes it void.',
    why: 'If it was not you, do nothing: your password stays as it is, and nobody but you has this link.',
  }),
  'password-changed': ({ url, at }) => ({
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `The password of your ${siteName} account was changed on ${formatUtcTime(at)}. You were logged out on all devices.`,
    ],
    button: { label: 'Log In', url },
    note: 'If it was you, there is nothing else to do.',
    why: 'If it was not you, somebody has your account. Press Forgot Password on the login page at once, and change the password of your mailbox too.',
  }),
  'refresh-reused': ({ url, at }) => ({
    subject: 'We ended one of your logins',
    title: 'We ended one of your logins',
    paragraphs: [
      `On ${formatUtcTime(at)} a key of one of your logins to ${siteName} was used a second time. It may have been copied from your browser, so we ended that login everywhere.`,
      'Your other logins go on.',
    ],
    button: { label: 'Log In', url },
    note: 'After logging in, change your password if you have any doubt. That ends all logins.',
    why: 'You get this mail because it is about the safety of your account.',
  }),
  'google-linked': ({ url, at }) => ({
    subject: 'Google sign-in was connected',
    title: 'Google sign-in was connected',
    paragraphs: [
      `Since ${formatUtcTime(at)} you can log in to your ${siteName} account with the Google account of this address.`,
    ],
    button: { label: 'Log In', url },
    note: 'If it was you, there is nothing else to do.',
    why: 'If it was not you, somebody may be using your Google account: secure it first. Then press Forgot Password on our login page and set a new password here.',
  }),
  'account-exists': ({ url }) => ({
    subject: 'You already have an account',
    title: 'You already have an account',
    paragraphs: [
      `Somebody, most likely you, tried to make a ${siteName} account with this address. There is one already, and nothing about it was changed.`,
    ],
    button: { label: 'Log In', url },
    note: 'If you do not know your password any more, press Forgot Password on the login page.',
    why: 'If it was not you, there is nothing to do: whoever tried was not told that the account exists.',
  }),
}

const utcDateFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** In UTC, because the reader's time zone is unknown. */
function formatUtcTime(at: Date): string {
  return `${utcDateFormat.format(at)} UTC`
}
