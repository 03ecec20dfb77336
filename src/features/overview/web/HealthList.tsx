import { useNow } from '#shared/web/hooks/now.ts'
import { StatusShape } from '#shared/web/ui/values/StatusMark.tsx'
import type { Health } from '../contract.ts'
import './HealthList.css'
import { formatSince } from './format-time.ts'

const shapeByLevel = { ok: 'good', ready: 'off', slow: 'slow', down: 'bad', off: 'off' } as const

const levelLabels = {
  ok: 'working',
  ready: 'ready',
  slow: 'slow',
  down: 'failing',
  off: 'not set up',
} as const

/** The status of sources and jobs, each by shape, text and color. */
export function HealthList({ health }: { health: Health[] }) {
  const now = useNow()
  return (
    <ul className="health">
      {health.map(({ name, level, since, note }) => (
        <li key={name} className={`health__line health__line--${level}`}>
          <StatusShape variant={shapeByLevel[level]} />
          <b>{name}</b>
          <em>{levelLabels[level]}</em>
          <small>{`${since ? `since ${formatSince(since, now)}, ` : ''}${note}`}</small>
        </li>
      ))}
    </ul>
  )
}
