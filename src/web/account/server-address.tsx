import { CopyButton } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';

/** A person pastes this address into an app to connect it. */
export const ServerAddress = ({ address }: { address: string }) => (
  <Field
    label="Server address"
    value={address}
    readOnly
    trailing={<CopyButton text={address} label="Copy address" />}
  />
);
