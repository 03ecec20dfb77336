import { Menu } from 'lucide-react'
import { useState } from 'react'
import { toast } from '#shared/web/ui/toasts.ts'

type Sheet = typeof import('./MenuSheet.tsx').MenuSheet

/** The phone's menu; its code comes with the first press. */
export function MenuButton() {
  const [loaded, setLoaded] = useState<{ Sheet: Sheet }>()
  const [isOpen, setOpen] = useState(false)
  async function handleClick() {
    const { MenuSheet } = await import('./MenuSheet.tsx')
    setLoaded({ Sheet: MenuSheet })
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className="btn btn--quiet btn--icon header__menu needs-script"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => handleClick().catch(() => toast.error('The menu could not be loaded.'))}
      >
        <Menu className="icon" aria-hidden />
        <span className="vh">Menu</span>
      </button>
      {loaded && <loaded.Sheet open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
