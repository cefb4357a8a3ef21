import { EmptyState, type EmptyStateProps } from '@apogee/ui/feedback/state.tsx'
import { LinkButton } from '@apogee/ui/navigation/link-button.tsx'
import { Link } from '../router/router.tsx'

/** Says that a place is empty, and links to where something for it is found or made. */
export const EmptyWithLink = ({
  to,
  action,
  variant,
  ...state
}: Omit<EmptyStateProps, 'action'> & { to: string; action: string; variant?: 'primary' }) => (
  <EmptyState
    {...state}
    action={
      <LinkButton as={Link} to={to} variant={variant}>
        {action}
      </LinkButton>
    }
  />
)
