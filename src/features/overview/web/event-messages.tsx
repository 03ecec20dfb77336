import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format-number.ts'
import type { SecurityNote } from '../contract.ts'

/** What an event is about, for its sign. */
export type EventTopic = 'alarm' | 'account' | 'key' | 'product' | 'agent' | 'review' | 'site'
export type EventMessage = { topic: EventTopic; words: ReactNode }

/** Consecutive failed logins that are more than a forgotten password. */
const manyFailures = 10

type Told = SecurityNote & { who: ReactNode; by: string }
type Tell = (event: Told) => EventMessage

/** By type; a type that is missing here is shown by its name. */
const sentences: Record<string, Tell> = {
  'login-failed': ({ count, subject, details }) => ({
    topic: count >= manyFailures ? 'alarm' : 'key',
    words: (
      <>
        <b>{count === 1 ? 'A failed login' : `${formatNumber(count)} failed logins`}</b>
        {count > 1 && ` ${origin(details)}`}
        {subject && (
          <>
            {' '}
            as <b>{subject}</b>
          </>
        )}
      </>
    ),
  }),
  'limit-hit': ({ details, count }) => ({
    topic: 'alarm',
    words: (
      <>
        <b>Too many tries</b> {origin(details)}: {details.rule}
        {times(count)}
      </>
    ),
  }),
  'access-denied': ({ details, count, actor }) => ({
    topic: 'key',
    words: (
      <>
        The call <b>{details.call}</b> was refused{actor ? ` to ${actor}` : ''}
        {times(count)}
      </>
    ),
  }),
  'refresh-reused': ({ who }) => ({
    topic: 'alarm',
    words: <>A used refresh token came back for {who}, sessions ended</>,
  }),
  'breaker-opened': ({ details, count }) => ({
    topic: 'alarm',
    words: (
      <>
        <b>{details.source}</b> failed and is left alone for a while{times(count)}
      </>
    ),
  }),
  'role-changed': changed('account'),
  'status-changed': changed('account'),
  'password-reset': about('key', 'reset the password, all sessions ended'),
  'password-changed': about('key', 'changed the password'),
  'google-linked': about('key', 'connected a Google account'),
  'sessions-ended': ({ who, by }) => ({
    topic: 'key',
    words: (
      <>
        Sessions of {who} were ended{by}
      </>
    ),
  }),
  'product-added': about('product', 'was added to the list'),
  'product-changed': about('product', 'was changed'),
  'product-deleted': about('product', 'was deleted'),
  'product-moved': about('product', 'was moved in the list'),
  'product-restored': about('product', 'was restored'),
  'product-trend-changed': (event) =>
    about('product', event.details.trending === 'true' ? 'is trending now' : 'is no longer trending')(event),
  'agent-added': about('agent', 'was added to the agents'),
  'agent-changed': about('agent', 'was changed'),
  'agent-deleted': about('agent', 'was deleted'),
  'agent-moved': about('agent', 'was moved in the list'),
  'agent-selected': about('agent', 'is the selected agent now'),
  'agent-state-changed': changed('agent'),
  'review-moderated': ({ details, subject, by }) => ({
    topic: 'review',
    words: (
      <>
        A review{subject && ' by '}
        {subject && <b>{subject}</b>} is now {details.new}
        {by}
      </>
    ),
  }),
  'photos-added': about('product', 'got QC photos'),
  'photos-moderated': ({ details, subject, by }) => ({
    topic: 'review',
    words: (
      <>
        QC photos{subject && ' by '}
        {subject && <b>{subject}</b>} are now {details.new}
        {by}
      </>
    ),
  }),
  'photos-deleted': ({ subject, by }) => ({
    topic: 'review',
    words: (
      <>
        QC photos{subject && ' by '}
        {subject && <b>{subject}</b>} were deleted
        {by}
      </>
    ),
  }),
  'duty-note-changed': ({ details, by }) => ({
    topic: 'site',
    words: (
      <>
        The duty note of <b>{details.country}</b> was {details.note}
        {by}
      </>
    ),
  }),
  'rate-card-imported': ofCard(({ card }) => (
    <>
      <b>{card}</b> is a new version of the rate card
    </>
  )),
  'rate-card-activated': ofCard(({ card, old }) => (
    <>
      <b>{card}</b> is the active rate card now, was {old}
    </>
  )),
  started: ({ count }) => ({ topic: 'site', words: <>The site started{times(count)}</> }),
  stopped: ({ count }) => ({ topic: 'site', words: <>The site stopped{times(count)}</> }),
  migrated: ({ count }) => ({ topic: 'site', words: <>The database was brought up to date{times(count)}</> }),
}

/** One event as a sentence. */
export function renderEvent(event: SecurityNote): EventMessage {
  const { type, actor, subject, details, count } = event
  const who = <b>{subject ?? details.product ?? 'an account'}</b>
  const isOwn = actor === null || actor === subject
  const by = isOwn ? '' : `. By ${actor}`
  const tell = sentences[type]
  if (tell) return tell({ ...event, who, by })
  return { topic: 'site', words: type.replaceAll('-', ' ') + by + times(count) }
}

function about(topic: EventTopic, deed: string): Tell {
  return ({ who, by, count }) => ({
    topic,
    words: (
      <>
        {who} {deed}
        {times(count)}
        {by}
      </>
    ),
  })
}

function ofCard(words: (details: SecurityNote['details']) => ReactNode): Tell {
  return ({ details, by, count }) => ({
    topic: 'site',
    words: (
      <>
        {words(details)}
        {times(count)}
        {by}
      </>
    ),
  })
}

function changed(topic: EventTopic): Tell {
  return ({ who, by, details }) => ({
    topic,
    words: (
      <>
        {who} is now {details.new}, was {details.old}
        {by}
      </>
    ),
  })
}

/** What would be too many rows is counted for all networks together. */
function origin({ from }: SecurityNote['details']): string {
  return `from ${from ?? 'one address'}`
}

function times(count: number): string {
  return count === 1 ? '' : `, ${formatNumber(count)} times`
}
