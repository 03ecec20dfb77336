import './Skeleton.css'

type SkeletonProps = { shape?: 'line' | 'square'; className?: string }

/** A grey bar or square in the final size of what is loading. */
export function Skeleton({ shape = 'line', className = '' }: SkeletonProps) {
  return <span className={`skeleton ${shape === 'square' ? 'skeleton--sq' : ''} ${className}`} aria-hidden />
}
