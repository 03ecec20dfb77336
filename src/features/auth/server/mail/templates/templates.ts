import { siteName } from '#shared/site.ts'
import type { MailKind } from '../mail-queue.ts'

/** The content of an email; `render-mail` lays it out. */
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
  items?: { name: string; url: string; text: string; offUrl: string }[]
}
type MailContext = { url: string; at: Date }

export const mailTemplates: Record<Exclude<MailKind, 'watched'>, (context: MailContext) => MailContent> = {
  verify: ({ url }) => ({
    subject: 'Verify your email address',
    title: 'Verify your email address',
    paragraphs: [`Confirm your email address to finish setting up your ${siteName} account.`],
    button: { label: 'Verify Email', url },
    note: 'This link works for 24 hours. Only the newest link works.',
    why: `Someone signed up for ${siteName} with this address. If it wasn't you, ignore this email: the account can't be used without this link and is deleted after 7 days.`,
  }),
  reset: ({ url }) => ({
    subject: 'Set a new password',
    title: 'Set a new password',
    paragraphs: [`We received a request to reset the password of your ${siteName} account.`],
    button: { label: 'Set new password', url },
    note: 'This link works once, for 10 minutes. Only the newest link works.',
    why: "If you didn't ask for this, ignore this email. Your password stays the same.",
  }),
  unlock: ({ url }) => ({
    subject: 'Too many wrong passwords',
    title: 'Too many wrong passwords',
    paragraphs: [
      `Someone entered many wrong passwords for your ${siteName} account, so new devices can't log in for up to an hour. Devices you've logged in on before still can.`,
      'Want to log in on a new device now? Open this link there first.',
    ],
    button: { label: 'Unlock this browser', url },
    note: 'This link works once, for 30 minutes. You still log in with your password.',
    why: "If you aren't trying to log in, ignore this email. No one logged in, and your password stays the same. We send this at most once an hour.",
  }),
  'role-raised': ({ url, at }) => ({
    subject: 'Your account is now an admin account',
    title: 'Your account is now an admin account',
    paragraphs: [
      `An admin of ${siteName} made your account an admin account on ${formatUtcTime(at)}. You've been logged out on all devices.`,
    ],
    button: { label: 'Log in', url },
    note: 'Log in again to open the dashboard.',
    why: "If you didn't expect this, change your password and tell the people who run this site.",
  }),
  'password-changed': ({ url, at }) => ({
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: [
      `Your ${siteName} password was changed on ${formatUtcTime(at)}. You've been logged out on all devices.`,
    ],
    button: { label: 'Log in', url },
    note: "If this was you, there's nothing else to do.",
    why: "If this wasn't you, someone else has access to your account. Choose Forgot Password on the login page now, then change your email password too.",
  }),
  'refresh-reused': ({ url, at }) => ({
    subject: 'We logged out one of your devices',
    title: 'We logged out one of your devices',
    paragraphs: [
      `On ${formatUtcTime(at)} an old login token of one of your ${siteName} sessions was used again. It may have been copied from your browser, so we ended that session.`,
      'Your other devices stay logged in.',
    ],
    button: { label: 'Log in', url },
    note: 'If anything looks wrong, change your password. That logs out every device.',
    why: 'We always email you about the security of your account.',
  }),
  'google-linked': ({ url, at }) => ({
    subject: 'Google sign-in was connected',
    title: 'Google sign-in was connected',
    paragraphs: [
      `Since ${formatUtcTime(at)} you can log in to ${siteName} with the Google account of this address.`,
    ],
    button: { label: 'Log in', url },
    note: "If this was you, there's nothing else to do.",
    why: "If this wasn't you, secure your Google account first. Then choose Forgot Password on our login page.",
  }),
  'account-exists': ({ url }) => ({
    subject: 'You already have an account',
    title: 'You already have an account',
    paragraphs: [
      `Someone tried to create a ${siteName} account with this address. You already have one, and nothing was changed.`,
    ],
    button: { label: 'Log in', url },
    note: 'Forgot your password? Choose Forgot Password on the login page.',
    why: "If this wasn't you, you can ignore this email.",
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
