import {
  Boxes,
  KeyRound,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  Power,
  ShieldAlert,
  User,
} from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#shared/web/hooks/now.ts'
import type { SecurityNote } from '../contract.ts'
import { overviewText } from '../spec.ts'
import './EventList.css'
import { type EventTopic, renderEvent } from './event-messages.tsx'
import { formatDateTime } from './format-time.ts'

const iconByTopic: Record<EventTopic, LucideIcon> = {
  alarm: ShieldAlert,
  account: User,
  key: KeyRound,
  product: Boxes,
  agent: ListChecks,
  review: MessageSquareText,
  site: Power,
}

const shownFirst = 6

/** What happened to accounts and site, newest first; the last few at once, the others on demand. */
export function EventList({ events }: { events: SecurityNote[] }) {
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const more = events.length - shownFirst
  if (events.length === 0) return <p className="muted small">{overviewText.noEvents}</p>
  return (
    <>
      <ul className="events">
        {events.slice(0, isWhole ? events.length : shownFirst).map((event, place) => (
          <EventLine key={place} event={event} now={now} />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="textbtn" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show ${more} more`}
        </button>
      )}
    </>
  )
}

function EventLine({ event, now }: { event: SecurityNote; now: number }) {
  const { topic, words } = renderEvent(event)
  const Sign = iconByTopic[topic]
  return (
    <li className="events__line">
      <Sign className={`icon ${topic === 'alarm' ? 'events__alarm' : ''}`} aria-hidden />
      <span>{words}</span>
      <time dateTime={event.createdAt}>{formatDateTime(event.createdAt, now)}</time>
    </li>
  )
}
