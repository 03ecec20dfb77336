import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component whose code loads when it is wanted; `load` stays the same. While it loads, and when that fails,
 * nothing is rendered.
 */
export function useLazyComponent<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
): ComponentType<P> | undefined {
  const [component, setPart] = useState<ComponentType<P>>()
  useEffect(() => {
    // Stored by a function, because React would call a component.
    if (isWanted)
      load().then(
        (loaded) => setPart(() => loaded),
        () => undefined,
      )
  }, [load, isWanted])
  return component
}
