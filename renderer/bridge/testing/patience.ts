import { configure } from '@testing-library/react';

// how long a test waits for what must come; on a machine that others use as well a second is not always enough
configure({ asyncUtilTimeout: 15_000 });
