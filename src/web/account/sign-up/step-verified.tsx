import { CircleCheck } from 'lucide';
import { pages } from '../../../urls.ts';
import { useNavigation } from '../../router/router-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogHeading } from '../../ui/dialogs/dialog-frame.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SignUpFlow } from './use-sign-up.ts';

interface StepVerifiedProps {
  flow: SignUpFlow;
  onClose: () => void;
}

export function StepVerified({ flow, onClose }: StepVerifiedProps) {
  const navigation = useNavigation();

  function exploreDocumentation() {
    onClose();
    navigation().goTo(pages.docs);
  }

  return (
    <>
      <Icon of={CircleCheck} size={40} strokeWidth={1.5} className="verified-icon" />
      <DialogHeading title="Account verified">
        <strong>{flow.state.form.email}</strong> is yours and you are signed in. Take a key along, or look
        around first.
      </DialogHeading>
      <div className="dialog-actions">
        <Button onClick={() => flow.dispatch({ type: 'key wanted' })} data-first>
          Get API Key
        </Button>
        <Button variant="secondary" onClick={exploreDocumentation}>
          Explore Documentation
        </Button>
      </div>
    </>
  );
}
