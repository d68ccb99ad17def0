import './toast.css';

export { Toaster, toast } from 'sonner';
