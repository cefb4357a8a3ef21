export const MoreIcon = () => (
  <svg className="ap-icon" data-size="md" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={2.75} />
  </svg>
)
