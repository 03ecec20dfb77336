import { paths } from '#shared/paths.ts'
import { siteName } from '#shared/site.ts'
import { Logo } from '#shared/web/ui/values/Logo.tsx'
import './BrandLink.css'

export function BrandLink({ className = '' }: { className?: string }) {
  return (
    <a className={`brand-link ${className}`} href={paths.home()}>
      <Logo />
      <span>
        {siteName}
        <span className="visually-hidden">, home</span>
      </span>
    </a>
  )
}
