import type { WatchButtonProps } from '#features/watches/web/WatchButton.tsx'
import { useLazyComponent } from '#shared/web/hooks/use-lazy-component.ts'

const loadButton = async () => (await import('#features/watches/web/WatchButton.tsx')).WatchButton

/** The watch button. Until its code is loaded, a placeholder with the same appearance. */
export function WatchSlot(props: WatchButtonProps) {
  const Button = useLazyComponent(loadButton, true)
  if (Button) return <Button {...props} />
  return (
    <span className={`${props.className} js-only`} id={props.anchor} aria-hidden>
      {props.children}
      <span>{props.label}</span>
    </span>
  )
}
