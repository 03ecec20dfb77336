import type { ReactNode } from 'react'
import { formatNumber } from '#shared/format/format-number.ts'
import type { SecurityNote } from '../contract.ts'
import { describeCall } from './call-words.ts'

/** What an event is about, for its sign. */
export type EventTopic = 'alarm' | 'account' | 'key' | 'product' | 'agent' | 'review' | 'site'
export type EventMessage = { topic: EventTopic; words: ReactNode }

/** Consecutive failed logins that are more than a forgotten password. */
const minAlarmingFailures = 10

type EventContext = SecurityNote & { who: ReactNode; by: string }
type EventRenderer = (event: EventContext) => EventMessage

/** By type; a type that is missing here is shown by its name. */
const rendererByType: Record<string, EventRenderer> = {
  'login-failed': ({ count, subject, details }) => ({
    topic: count >= minAlarmingFailures ? 'alarm' : 'key',
    words: (
      <>
        <b>{count === 1 ? 'A failed login' : `${formatNumber(count)} failed logins`}</b>
        {count > 1 && ` ${formatOrigin(details)}`}
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
        <b>Rate limit reached</b> {formatOrigin(details)}: {details.rule}
        {formatTimes(count)}
      </>
    ),
  }),
  'access-denied': ({ details, count, actor }) => ({
    topic: 'key',
    words: (
      <>
        {actor ?? 'A visitor'} was denied access to <b>{describeCall(details.call)}</b>
        {formatTimes(count)}
      </>
    ),
  }),
  'refresh-reused': ({ who }) => ({
    topic: 'alarm',
    words: <>A refresh token of {who} was reused; sessions ended</>,
  }),
  'breaker-opened': ({ details, count }) => ({
    topic: 'alarm',
    words: (
      <>
        <b>{details.source}</b> keeps failing; calls are paused{formatTimes(count)}
      </>
    ),
  }),
  'role-changed': createChangeRenderer('account'),
  'status-changed': createChangeRenderer('account'),
  'password-reset': createDeedRenderer('key', 'reset the password, all sessions ended'),
  'password-changed': createDeedRenderer('key', 'changed the password'),
  'browser-unlocked': createDeedRenderer('key', 'unlocked a browser by email'),
  'google-linked': createDeedRenderer('key', 'connected a Google account'),
  'sessions-ended': ({ who, by }) => ({
    topic: 'key',
    words: (
      <>
        Sessions of {who} were ended{by}
      </>
    ),
  }),
  'product-added': createDeedRenderer('product', 'was added to the list'),
  'product-changed': createDeedRenderer('product', 'was changed'),
  'product-deleted': createDeedRenderer('product', 'was deleted'),
  'product-moved': createDeedRenderer('product', 'was moved in the list'),
  'product-restored': createDeedRenderer('product', 'was restored'),
  'product-trend-changed': (event) =>
    createDeedRenderer(
      'product',
      event.details.trending === 'true' ? 'is trending now' : 'is no longer trending',
    )(event),
  'agent-added': createDeedRenderer('agent', 'was added to the agents'),
  'agent-changed': createDeedRenderer('agent', 'was changed'),
  'agent-deleted': createDeedRenderer('agent', 'was deleted'),
  'agent-moved': createDeedRenderer('agent', 'was moved in the list'),
  'agent-selected': createDeedRenderer('agent', 'is the selected agent now'),
  'agent-state-changed': createChangeRenderer('agent'),
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
  'photos-added': createDeedRenderer('product', 'got QC photos'),
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
  'rate-card-imported': createCardRenderer(({ card }) => (
    <>
      Rate card <b>{card}</b> was imported
    </>
  )),
  'rate-card-activated': createCardRenderer(({ card, old }) => (
    <>
      Rate card <b>{card}</b> was activated (before: {old})
    </>
  )),
  started: ({ count }) => ({ topic: 'site', words: <>The site started{formatTimes(count)}</> }),
  stopped: ({ count }) => ({ topic: 'site', words: <>The site stopped{formatTimes(count)}</> }),
  migrated: ({ count }) => ({
    topic: 'site',
    words: <>The database was migrated{formatTimes(count)}</>,
  }),
  restored: () => ({ topic: 'site', words: <>A backup was restored</> }),
}

/** One event as a sentence. */
export function renderEvent(event: SecurityNote): EventMessage {
  const { type, actor, subject, details, count } = event
  const who = <b>{subject ?? details.product ?? 'an account'}</b>
  const isOwn = actor === null || actor === subject
  const by = isOwn ? '' : `. By ${actor}`
  const tell = rendererByType[type]
  if (tell) return tell({ ...event, who, by })
  return { topic: 'site', words: type.replaceAll('-', ' ') + by + formatTimes(count) }
}

function createDeedRenderer(topic: EventTopic, deed: string): EventRenderer {
  return ({ who, by, count }) => ({
    topic,
    words: (
      <>
        {who} {deed}
        {formatTimes(count)}
        {by}
      </>
    ),
  })
}

function createCardRenderer(words: (details: SecurityNote['details']) => ReactNode): EventRenderer {
  return ({ details, by, count }) => ({
    topic: 'site',
    words: (
      <>
        {words(details)}
        {formatTimes(count)}
        {by}
      </>
    ),
  })
}

function createChangeRenderer(topic: EventTopic): EventRenderer {
  return ({ who, by, details }) => ({
    topic,
    words: (
      <>
        {who} changed from {details.old} to {details.new}
        {by}
      </>
    ),
  })
}

/** What would be too many rows is counted for all networks together. */
function formatOrigin({ from }: SecurityNote['details']): string {
  return `from ${from ?? 'one address'}`
}

function formatTimes(count: number): string {
  return count === 1 ? '' : `, ${formatNumber(count)} times`
}
