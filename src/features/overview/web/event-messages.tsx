import type { ReactElement } from 'react'
import { formatNumber } from '#shared/format/format-number.ts'
import type { SecurityNote } from '../contract.ts'
import { describeCall } from './call-words.ts'

/** What an event is about, for its sign. */
export type EventTopic = 'alarm' | 'account' | 'key' | 'product' | 'agent' | 'review' | 'site'
export type EventMessage = { topic: EventTopic; words: ReactElement }

/** Consecutive failed logins that are more than a forgotten password. */
const minAlarmingFailures = 10

type EventContext = SecurityNote & { who: ReactElement; by: string }
type EventRenderer = (event: EventContext) => EventMessage

/** By type; a type that is missing here is shown by its name. */
const rendererByType: Record<string, EventRenderer> = {
  'login-failed': ({ count, subject, details }) => ({
    topic: count >= minAlarmingFailures ? 'alarm' : 'key',
    words: (
      <>
        <b>{count === 1 ? 'A failed login' : `${formatNumber(count)} failed logins`}</b>
        {count > 1 && <span>{` ${formatOrigin(details)}`}</span>}
        {subject && (
          <>
            <span>{' as '}</span>
            <b>{subject}</b>
          </>
        )}
      </>
    ),
  }),
  'limit-hit': ({ details, count }) => ({
    topic: 'alarm',
    words: (
      <>
        <b>Rate limit reached</b>
        <span>{` ${formatOrigin(details)}: ${details.rule ?? ''}${formatTimes(count)}`}</span>
      </>
    ),
  }),
  'access-denied': ({ details, count, actor }) => ({
    topic: 'key',
    words: (
      <>
        <span>{`${actor ?? 'A visitor'} was denied access to `}</span>
        <b>{describeCall(details.call)}</b>
        <span>{formatTimes(count)}</span>
      </>
    ),
  }),
  'refresh-reused': ({ who }) => ({
    topic: 'alarm',
    words: (
      <>
        <span>{'A refresh token of '}</span>
        {who}
        <span>{' was reused; sessions ended'}</span>
      </>
    ),
  }),
  'breaker-opened': ({ details, count }) => ({
    topic: 'alarm',
    words: (
      <>
        <b>{details.source}</b>
        <span>{` keeps failing; calls are paused${formatTimes(count)}`}</span>
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
        <span>{'Sessions of '}</span>
        {who}
        <span>{` were ended${by}`}</span>
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
        <span>{`A review${subject ? ' by ' : ''}`}</span>
        {subject && <b>{subject}</b>}
        <span>{` is now ${details.new ?? ''}${by}`}</span>
      </>
    ),
  }),
  'photos-added': createDeedRenderer('product', 'got QC photos'),
  'photos-moderated': ({ details, subject, by }) => ({
    topic: 'review',
    words: (
      <>
        <span>{`QC photos${subject ? ' by ' : ''}`}</span>
        {subject && <b>{subject}</b>}
        <span>{` are now ${details.new ?? ''}${by}`}</span>
      </>
    ),
  }),
  'photos-deleted': ({ subject, by }) => ({
    topic: 'review',
    words: (
      <>
        <span>{`QC photos${subject ? ' by ' : ''}`}</span>
        {subject && <b>{subject}</b>}
        <span>{` were deleted${by}`}</span>
      </>
    ),
  }),
  'duty-note-changed': ({ details, by }) => ({
    topic: 'site',
    words: (
      <>
        <span>{'The duty note of '}</span>
        <b>{details.country}</b>
        <span>{` was ${details.note ?? ''}${by}`}</span>
      </>
    ),
  }),
  'rate-card-imported': createCardRenderer(({ card }) => (
    <>
      <span>{'Rate card '}</span>
      <b>{card}</b>
      <span>{' was imported'}</span>
    </>
  )),
  'rate-card-activated': createCardRenderer(({ card, old }) => (
    <>
      <span>{'Rate card '}</span>
      <b>{card}</b>
      <span>{` was activated (before: ${old ?? ''})`}</span>
    </>
  )),
  started: ({ count }) => ({
    topic: 'site',
    words: <span>{`The site started${formatTimes(count)}`}</span>,
  }),
  stopped: ({ count }) => ({
    topic: 'site',
    words: <span>{`The site stopped${formatTimes(count)}`}</span>,
  }),
  migrated: ({ count }) => ({
    topic: 'site',
    words: <span>{`The database was migrated${formatTimes(count)}`}</span>,
  }),
  restored: () => ({
    topic: 'site',
    words: <span>A backup was restored</span>,
  }),
}

/** One event as a sentence. */
export function renderEvent(event: SecurityNote): EventMessage {
  const { type, actor, subject, details, count } = event
  const who = <b>{subject ?? details.product ?? 'an account'}</b>
  const isOwn = actor === null || actor === subject
  const by = isOwn ? '' : `. By ${actor}`
  const tell = rendererByType[type]
  if (tell) return tell({ ...event, who, by })
  return { topic: 'site', words: <span>{type.replaceAll('-', ' ') + by + formatTimes(count)}</span> }
}

function createDeedRenderer(topic: EventTopic, deed: string): EventRenderer {
  return ({ who, by, count }) => ({
    topic,
    words: (
      <>
        {who}
        <span>{` ${deed}${formatTimes(count)}${by}`}</span>
      </>
    ),
  })
}

function createCardRenderer(words: (details: SecurityNote['details']) => ReactElement): EventRenderer {
  return ({ details, by, count }) => ({
    topic: 'site',
    words: (
      <>
        {words(details)}
        <span>{`${formatTimes(count)}${by}`}</span>
      </>
    ),
  })
}

function createChangeRenderer(topic: EventTopic): EventRenderer {
  return ({ who, by, details }) => ({
    topic,
    words: (
      <>
        {who}
        <span>{` changed from ${details.old ?? ''} to ${details.new ?? ''}${by}`}</span>
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
