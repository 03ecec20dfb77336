import { paths } from '#shared/paths.ts'
import './AccountTabs.css'

const tabs = [
  { path: paths.register(), name: 'Create an account' },
  { path: paths.login(), name: 'Sign in' },
]

/** Links between the registration form and the login form; registration comes first for new visitors. */
export function AccountTabs({ current }: { current: string }) {
  return (
    <nav className="account-tabs" aria-label="Account">
      {tabs.map(({ path, name }) => (
        <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}
