import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component whose code is loaded when it is needed. `load` must be the same function at every render.
 * Undefined while the code is loading, and when loading failed.
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
