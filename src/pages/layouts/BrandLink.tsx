import { paths } from '#shared/paths.ts'
import { siteName } from '#shared/site.ts'
import { Mark } from '#shared/web/ui/Mark.tsx'
import './BrandLink.css'

export function BrandLink({ className = '' }: { className?: string }) {
  return (
    <a className={`brand-link ${className}`} href={paths.home()}>
      <Mark />
      <span>
        {siteName}
        <span className="vh">, home</span>
      </span>
    </a>
  )
}
