import type { ReactElement } from 'react'
import { formatNumber } from '#shared/format/format-number.ts'
import type { SecurityNote } from '../contract.ts'
import { describeCall } from './call-subject.ts'

/** The topic of an event, which decides its icon. */
export type EventTopic = 'alarm' | 'account' | 'key' | 'product' | 'agent' | 'review' | 'site'
export type EventMessage = { topic: EventTopic; message: ReactElement }

/** From this number on, consecutive failed logins are an alarm. */
const minAlarmingFailures = 10

type EventContext = SecurityNote & { who: ReactElement; by: string }
type EventRenderer = (event: EventContext) => EventMessage

/** Renderers by event type; an event of any other type is shown by the type's name. */
const rendererByType: Record<string, EventRenderer> = {
  'login-failed': ({ count, subject, details }) => ({
    topic: count >= minAlarmingFailures ? 'alarm' : 'key',
    message: (
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
    message: (
      <>
        <b>Rate limit reached</b>
        <span>{` ${formatOrigin(details)}: ${details.rule ?? ''}${formatTimes(count)}`}</span>
      </>
    ),
  }),
  'access-denied': ({ details, count, actor }) => ({
    topic: 'key',
    message: (
      <>
        <span>{`${actor ?? 'A visitor'} was denied access to `}</span>
        <b>{describeCall(details.call)}</b>
        <span>{formatTimes(count)}</span>
      </>
    ),
  }),
  'refresh-reused': ({ who }) => ({
    topic: 'alarm',
    message: (
      <>
        <span>{'A refresh token of '}</span>
        {who}
        <span>{' was reused; sessions ended'}</span>
      </>
    ),
  }),
  'breaker-opened': ({ details, count }) => ({
    topic: 'alarm',
    message: (
      <>
        <b>{details.source}</b>
        <span>{` keeps failing; calls are paused${formatTimes(count)}`}</span>
      </>
    ),
  }),
  'role-changed': createChangeRenderer('account'),
  'status-changed': createChangeRenderer('account'),
  'password-reset': createActionRenderer('key', 'reset the password, all sessions ended'),
  'password-changed': createActionRenderer('key', 'changed the password'),
  'browser-unlocked': createActionRenderer('key', 'unlocked a browser by email'),
  'google-linked': createActionRenderer('key', 'connected a Google account'),
  'sessions-ended': ({ who, by }) => ({
    topic: 'key',
    message: (
      <>
        <span>{'Sessions of '}</span>
        {who}
        <span>{` were ended${by}`}</span>
      </>
    ),
  }),
  'product-added': createActionRenderer('product', 'was added to the list'),
  'product-changed': createActionRenderer('product', 'was changed'),
  'product-deleted': createActionRenderer('product', 'was deleted'),
  'product-moved': createActionRenderer('product', 'was moved in the list'),
  'product-restored': createActionRenderer('product', 'was restored'),
  'product-trend-changed': (event) =>
    createActionRenderer(
      'product',
      event.details.trending === 'true' ? 'is trending now' : 'is no longer trending',
    )(event),
  'agent-added': createActionRenderer('agent', 'was added to the agents'),
  'agent-changed': createActionRenderer('agent', 'was changed'),
  'agent-deleted': createActionRenderer('agent', 'was deleted'),
  'agent-moved': createActionRenderer('agent', 'was moved in the list'),
  'agent-selected': createActionRenderer('agent', 'is the selected agent now'),
  'agent-state-changed': createChangeRenderer('agent'),
  'review-moderated': ({ details, subject, by }) => ({
    topic: 'review',
    message: (
      <>
        <span>{`A review${subject ? ' by ' : ''}`}</span>
        {subject && <b>{subject}</b>}
        <span>{` is now ${details.new ?? ''}${by}`}</span>
      </>
    ),
  }),
  'reading-moderated': ({ details, subject, by }) => ({
    topic: 'review',
    message: (
      <>
        <span>{`A reading${subject ? ' by ' : ''}`}</span>
        {subject && <b>{subject}</b>}
        <span>{` is now ${details.new ?? ''}${by}`}</span>
      </>
    ),
  }),
  'photos-added': createActionRenderer('product', 'got QC photos'),
  'photos-moderated': ({ details, subject, by }) => ({
    topic: 'review',
    message: (
      <>
        <span>{`QC photos${subject ? ' by ' : ''}`}</span>
        {subject && <b>{subject}</b>}
        <span>{` are now ${details.new ?? ''}${by}`}</span>
      </>
    ),
  }),
  'photos-deleted': ({ subject, by }) => ({
    topic: 'review',
    message: (
      <>
        <span>{`QC photos${subject ? ' by ' : ''}`}</span>
        {subject && <b>{subject}</b>}
        <span>{` were deleted${by}`}</span>
      </>
    ),
  }),
  'duty-note-changed': ({ details, by }) => ({
    topic: 'site',
    message: (
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
    message: <span>{`The site started${formatTimes(count)}`}</span>,
  }),
  stopped: ({ count }) => ({
    topic: 'site',
    message: <span>{`The site stopped${formatTimes(count)}`}</span>,
  }),
  migrated: ({ count }) => ({
    topic: 'site',
    message: <span>{`The database was migrated${formatTimes(count)}`}</span>,
  }),
  restored: () => ({
    topic: 'site',
    message: <span>A backup was restored</span>,
  }),
}

/** One event as a sentence. */
export function renderEvent(event: SecurityNote): EventMessage {
  const { type, actor, subject, details, count } = event
  const who = <b>{subject ?? details.product ?? 'an account'}</b>
  const isOwn = actor === null || actor === subject
  const by = isOwn ? '' : `. By ${actor}`
  const render = rendererByType[type]
  if (render) return render({ ...event, who, by })
  return { topic: 'site', message: <span>{type.replaceAll('-', ' ') + by + formatTimes(count)}</span> }
}

function createActionRenderer(topic: EventTopic, action: string): EventRenderer {
  return ({ who, by, count }) => ({
    topic,
    message: (
      <>
        {who}
        <span>{` ${action}${formatTimes(count)}${by}`}</span>
      </>
    ),
  })
}

function createCardRenderer(
  renderMessage: (details: SecurityNote['details']) => ReactElement,
): EventRenderer {
  return ({ details, by, count }) => ({
    topic: 'site',
    message: (
      <>
        {renderMessage(details)}
        <span>{`${formatTimes(count)}${by}`}</span>
      </>
    ),
  })
}

function createChangeRenderer(topic: EventTopic): EventRenderer {
  return ({ who, by, details }) => ({
    topic,
    message: (
      <>
        {who}
        <span>{` changed from ${details.old ?? ''} to ${details.new ?? ''}${by}`}</span>
      </>
    ),
  })
}

/** The network of an event. Events of many networks are counted together. */
function formatOrigin({ from }: SecurityNote['details']): string {
  return `from ${from ?? 'one address'}`
}

function formatTimes(count: number): string {
  return count === 1 ? '' : `, ${formatNumber(count)} times`
}
