import { useSuspenseQuery } from '@tanstack/react-query'
import { MessageCircle, Users } from 'lucide-react'
import { listCommunityLinks } from '#features/site/web/community-links.ts'
import { settingsQuery } from '#features/site/web/queries.ts'
import { useApiClient } from '#shared/web/session/api-client.tsx'
import './CornerLinks.css'

const icons = { Community: Users, 'Chat channel': MessageCircle }

/** Fixed in the corner (§2); below 900 px they would cover content and are in footer and menu instead. */
export function CornerLinks() {
  const links = listCommunityLinks(useSuspenseQuery(settingsQuery(useApiClient())).data.data)
  if (links.length === 0) return null
  return (
    <nav className="corner-links" aria-label="Community">
      {links.map(({ name, url }) => {
        const Icon = icons[name]
        return (
          <a
            key={name}
            className="btn btn--icon"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            title={name}
          >
            <Icon className="icon" aria-hidden />
            <span className="visually-hidden">{`${name} (opens in a new tab)`}</span>
          </a>
        )
      })}
    </nav>
  )
}
