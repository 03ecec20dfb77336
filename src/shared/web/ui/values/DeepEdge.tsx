import './DeepEdge.css'

const figures = Array.from({ length: 20 }, (_none, index) => index)

/** The ruler with numbers at the upper edge of a dark section: 20 px are one unit. */
export function DeepEdge() {
  return (
    <span className="deep-edge" aria-hidden>
      <svg width="2000" height="24" fontSize="9" fill="currentColor" aria-hidden="true">
        <defs>
          <pattern id="deep-edge-ticks" width="100" height="24" patternUnits="userSpaceOnUse">
            <path
              d="M.5 24V6M20.5 24v-9M40.5 24v-9M60.5 24v-9M80.5 24v-9M4.5 24v-4M8.5 24v-4M12.5 24v-4M16.5 24v-4M24.5 24v-4M28.5 24v-4M32.5 24v-4M36.5 24v-4M44.5 24v-4M48.5 24v-4M52.5 24v-4M56.5 24v-4M64.5 24v-4M68.5 24v-4M72.5 24v-4M76.5 24v-4M84.5 24v-4M88.5 24v-4M92.5 24v-4M96.5 24v-4"
              stroke="currentColor"
              fill="none"
              opacity=".7"
            />
          </pattern>
        </defs>
        <rect width="2000" height="24" fill="url(#deep-edge-ticks)" />
        {figures.map((figure) => (
          <text key={figure} x={figure * 100 + 5} y="11">
            {figure * 5}
          </text>
        ))}
      </svg>
    </span>
  )
}
